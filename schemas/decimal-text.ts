/** A decimal number as text, a point before its fraction: no blanks, no hexadecimal, no `Infinity`. */
export const DECIMAL_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
