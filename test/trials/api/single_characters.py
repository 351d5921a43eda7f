"""
Has schemathesis make names and texts of single characters. Where the parts of a pattern differ in length, a text of the greatest
length is drawn thousands of times before it fits: minutes for each operation. Whatever the narrower pattern takes, the
one in the document takes too.
"""

import re

import schemathesis

# The pattern of a text of which all can be seen (schemas/shown-text.ts): two that are spelt together, or one character.
SHOWN = re.compile(r"\(\?:\[[^^].*\|(\[\^.*\])\)\*", re.DOTALL)
SAYS_SOMETHING = r"^(?=[\s\S]*\S)"


def written_in_single_characters(pattern):
    """A narrower pattern, in which nothing is spelt together."""
    match = SHOWN.search(pattern)
    if match is None:
        return pattern
    one = match[1]
    narrower = pattern[: match.start()] + one + "*" + pattern[match.end() :]
    return narrower.replace(SAYS_SOMETHING, rf"^[^\s{one[2:]}")


def narrowed(part):
    """A part of a document with such patterns."""
    if isinstance(part, list):
        return [narrowed(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        name: written_in_single_characters(value) if name == "pattern" and isinstance(value, str) else narrowed(value)
        for name, value in part.items()
    }


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Schemathesis makes texts from the document that this leaves."""
    for name in ("paths", "components"):
        raw_schema[name] = narrowed(raw_schema[name])
