"""Tag files changed by people and tools: by the row, by the folder, and who names a tag."""
