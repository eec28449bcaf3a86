"""The pytest plug-in of talewright (entry point ``pytest11``)."""
