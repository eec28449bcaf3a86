"""Headless game logic for narrative RPGs."""
