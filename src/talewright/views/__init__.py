"""Views: what draws a scene of the stage and sends back what a player does; each is imported by its own name.

``talewright.views.plain`` is lines of text, ``talewright.views.pygame`` a window. No rule of a game is in any of them.
"""
