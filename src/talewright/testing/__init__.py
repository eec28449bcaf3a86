"""The test kit: a pytest plug-in and story tools."""
