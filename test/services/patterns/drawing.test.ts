import assert from 'node:assert/strict';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { HalcyonError } from '../../../schemas/errors.ts';
import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';
import { linesOf, shortened, xmlText } from '../../../services/patterns/drawing/drawn-text.ts';
import { elementKinds } from '../../../services/patterns/drawing/element-kind.ts';
import { PatternDrawer } from '../../../services/patterns/drawing/pattern-drawer.ts';
import { VALID } from './broken-patterns.ts';

/** What a drawing may consist of, and the attributes that its elements may have: none of them runs or loads anything. */
const ELEMENTS = new Set(['svg', 'g', 'title', 'text', 'polygon', 'polyline', 'path', 'ellipse']);
const NO_ATTRIBUTE = /^(on|href|xlink:href|style|src)/i;

/** Texts that would be more than text where they are not escaped. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><image href=x onerror=alert(1)>',
  "'/><a xlink:href='javascript:alert(1)'>x</a>",
  ']]><!-- --> <?xml version="1.0"?>',
  '&lt;b&gt; &amp;amp; &#60; &nbsp; &bogus;',
  '\\N \\G \\E \\T \\l \\x \\',
  '</title></text></svg><script>',
  'javascript:alert(1) url(http://example.org) @import',
  '\u0000\u0001\u000b\ufffe\ud83c ]] \u202e right to left \u2028',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
  '<b>bold</b><br/><table><tr><td href="http://example.org">',
];

/** A tree of operators under a root. */
function tree(size: number, name = 'A tree'): PgJson {
  const nodes: PgJson['nodes'] = Array.from({ length: size }, (_, k) => ({
    id: `node-${k}`,
    labels: k === 0 ? ['Analytical_Pattern'] : k % 3 === 0 ? ['sc:Dataset'] : ['Operator'],
    properties: { name: k === 0 ? name : `Step ${k}` },
  }));
  const edges = nodes
    .slice(1)
    .map(({ id }, k) => ({ from: `node-${Math.floor(k / 3)}`, to: id, labels: ['consist_of'] }));
  return { nodes, edges };
}

/** A text without what the id of a root may not hold. */
function addressable(text: string): string {
  return text.toWellFormed().replace(/\p{Control}/gu, '');
}

describe('the drawing of a pattern', () => {
  const drawer = new PatternDrawer();
  const { signal } = new AbortController();
  after(() => drawer.close());
  const draw = (pattern: PgJson, by = drawer, until = signal) => by.draw(pattern, JSON.stringify(pattern), until);

  /** Elements of a drawing with their names, attributes and text. */
  function elements(svg: string): { name: string; attributes: Record<string, string>; text: string }[] {
    assert.equal(XMLValidator.validate(svg), true);
    assert.doesNotMatch(svg, /<!DOCTYPE|<\?|<!\[CDATA/);
    const parser = new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      attributeNamePrefix: '',
      trimValues: false,
      parseTagValue: false,
      htmlEntities: true,
    });
    const found: { name: string; attributes: Record<string, string>; text: string }[] = [];
    const walk = (list: Record<string, unknown>[]) => {
      for (const one of list) {
        const name = Object.keys(one).find((key) => key !== ':@' && key !== '#text');
        if (name === undefined) continue;
        const children = one[name] as Record<string, unknown>[];
        const text = children.map((child) => String(child['#text'] ?? '')).join('');
        found.push({ name, attributes: (one[':@'] ?? {}) as Record<string, string>, text });
        walk(children);
      }
    };
    walk(parser.parse(svg) as Record<string, unknown>[]);
    return found;
  }

  for (const [title, pattern] of VALID) {
    it(`has every node and edge, and the name as its title: ${title}`, async () => {
      const found = elements(await draw(pattern));
      const groups = found.filter(({ name }) => name === 'g').map(({ attributes }) => attributes['id']);
      for (const place of pattern.nodes.keys()) assert.ok(groups.includes(`n${place}`));
      for (const place of pattern.edges.keys()) assert.ok(groups.includes(`e${place}`));
      assert.equal(groups.length, 1 + pattern.nodes.length + pattern.edges.length);
    });
  }

  it('shows names, labels of nodes and edges, and properties as tooltips', async () => {
    const found = elements(await draw(VALID[0][1]));
    const texts = found.filter(({ name }) => name === 'text').map(({ text }) => text);
    for (const text of ['Warm nights', 'Nightly minimum', 'Operator, SQL_Operator', 'consist_of', 'input', 'output']) {
      assert.ok(texts.includes(text), text);
    }
    assert.equal(texts.filter((text) => text === 'Warm nights').length, 2, 'as the title and in the box of the root');
    const titles = found.filter(({ name }) => name === 'title').map(({ text }) => text);
    assert.ok(
      titles.some((text) => text.includes('query: SELECT station, min(temp_out)') && text.includes('(operator)')),
    );
    assert.ok(titles.some((text) => text.includes('mapping: {"to[\'low\']":')));
  });

  it('tells root, operators, data and results apart by shape and by colour', async () => {
    const kinds = elementKinds(VALID[0][1]);
    assert.deepEqual(kinds, ['root', 'operator', 'data', 'result', 'data']);
    const svg = await draw(VALID[0][1]);
    const looks = kinds.map((_, place) => {
      const group = svg.split(`<g id="n${place}"`)[1].split('</g>')[0];
      const shapes = [...group.matchAll(/<(polygon|path|ellipse|polyline)/g)].map(([, shape]) => shape);
      const points = /points="([^"]*)"/.exec(group)?.[1].split(' ').length ?? 0;
      return { shape: `${shapes.join('+')} ${points}`, fill: /fill="(#[0-9a-f]{6})"/.exec(group)?.[1] };
    });
    const [root, operator, data, result, file] = looks;
    assert.deepEqual(data, file);
    assert.equal(new Set([root, operator, data, result].map(({ shape }) => shape)).size, 4);
    assert.equal(new Set([root, operator, data, result].map(({ fill }) => fill)).size, 4);
  });

  it('can be read on white and on black: contrasts of WCAG 2.2', async () => {
    const svg = await draw(VALID[0][1]);
    const fills = new Set([...svg.matchAll(/<(?:polygon|path)[^>]*fill="(#[0-9a-f]{6})"/g)].map(([, fill]) => fill));
    const onBackground = /<text[^>]*font-size="18[^>]*fill="(#[0-9a-f]{6})"/.exec(svg)?.[1] ?? '';
    const onBox = /font-weight="bold"[^>]*fill="(#[0-9a-f]{6})"/.exec(svg)?.[1] ?? '';
    for (const background of ['#ffffff', '#000000']) assert.ok(contrast(onBackground, background) >= 4.5, background);
    for (const fill of [...fills].filter((one) => one !== onBackground)) assert.ok(contrast(onBox, fill) >= 7, fill);
  });

  it('lets nothing out of its text', async () => {
    for (const text of HOSTILE) {
      const pattern: PgJson = {
        nodes: [
          {
            id: addressable(text),
            labels: ['Analytical_Pattern', text],
            properties: { name: text, [text]: text, href: text, URL: text, tooltip: text },
          },
          { id: `${text}2`, labels: [text], properties: null },
        ],
        edges: [
          {
            from: addressable(text),
            to: `${text}2`,
            labels: [text],
            properties: { [text]: { [text]: text } },
          },
        ],
      };
      const svg = await draw(pattern);
      for (const { name, attributes } of elements(svg)) {
        assert.ok(ELEMENTS.has(name), `${name} from ${text}`);
        for (const attribute of Object.keys(attributes)) assert.doesNotMatch(attribute, NO_ATTRIBUTE, text);
        for (const value of Object.values(attributes)) assert.doesNotMatch(value, /url\(|javascript|file:/i);
      }
    }
  });

  it('says to the letter what it was given: entities, escapes of Graphviz, markup', async () => {
    for (const text of ['&lt;b&gt; &#60;', '\\N \\G \\l', '<b>x</b>', 'a & b "c" \'d\'']) {
      const svg = await draw({
        nodes: [{ id: 'r', labels: ['Analytical_Pattern'], properties: { name: text } }],
        edges: [],
      });
      const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, held]) => decoded(held));
      assert.deepEqual(texts, [text, text, 'Analytical_Pattern']);
    }
  });

  it('is the same for the same pattern, drawn anew or not', async () => {
    const other = new PatternDrawer();
    try {
      const svg = await draw(tree(40));
      assert.equal(await draw(tree(40)), svg);
      assert.equal(await draw(tree(40), other), svg);
    } finally {
      await other.close();
    }
  });

  it('is there in seconds for 10,000 nodes, with every node', async () => {
    const svg = await draw(tree(10_000));
    assert.equal([...svg.matchAll(/<g id="n\d+"/g)].length, 10_000);
  });

  it('ends where it takes too long, says so, and leaves the drawer able to draw', async () => {
    const hasty = new PatternDrawer(2_000);
    try {
      await draw(tree(3), hasty);
      await assert.rejects(draw(tree(60_000), hasty), (error: HalcyonError) => {
        assert.equal(error.code, 'overloaded');
        assert.match(error.message, /60000 nodes and 59999 edges could not be drawn within 2 s/);
        return true;
      });
      assert.match(await draw(tree(4), hasty), /^<svg/);
    } finally {
      await hasty.close();
    }
  });

  it('is given up when its client has gone', async () => {
    const gone = new AbortController();
    const drawing = draw(tree(20_000), drawer, gone.signal);
    setImmediate(() => gone.abort(new Error('gone')));
    await assert.rejects(drawing);
    assert.match(await draw(tree(3)), /^<svg/);
  });

  it('is many at once', async () => {
    const drawings = await Promise.all(Array.from({ length: 16 }, (_, k) => draw(tree(5, `Tree ${k}`))));
    for (const [k, svg] of drawings.entries()) assert.ok(svg.includes(`>Tree ${k}<`));
  });
});

describe('text in drawings', () => {
  it('is broken at blanks, and long words within', () => {
    assert.deepEqual(linesOf('one two three', 7, 3), ['one two', 'three']);
    assert.deepEqual(linesOf('abcdefghij', 4, 3), ['abcd', 'efgh', 'ij']);
    assert.deepEqual(linesOf('  \n\t ', 4, 3), ['']);
    assert.deepEqual(linesOf('a b c d e f g', 1, 3), ['a', 'b', '…']);
    for (const line of linesOf('🌧'.repeat(500), 25, 3)) assert.ok(line.isWellFormed() && line.length <= 50);
  });

  it('is cut between characters', () => {
    assert.equal(shortened('abc', 3), 'abc');
    assert.equal(shortened('abcd', 3), 'ab…');
    assert.equal(shortened('a🌧bc', 3), 'a…');
  });

  it('is never markup', () => {
    assert.equal(xmlText('<a b="c">&\'\u0000\ud83c'), '&#60;a b=&#34;c&#34;&#62;&#38;&#39;\ufffd\ufffd');
  });
});

function decoded(text: string): string {
  const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };
  return text.replace(/&(?:#(\d+)|(\w+));/g, (_whole, code?: string, name?: string) =>
    code === undefined ? (names[name ?? ''] ?? '?') : String.fromCodePoint(Number(code)),
  );
}

/** Contrast ratio of two colours `#rrggbb` (WCAG 2.2, relative luminance). */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
