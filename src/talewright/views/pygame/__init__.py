"""The stage in a window of pygame-ce: box, choices, menus, all from the scene (the extra ``talewright[pygame]``)."""
