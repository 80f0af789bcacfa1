import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

/** Words that must not be used, with the usual terms for what they meant. */
const replaced: Record<string, string> = {
  'at the end of our strength': 'overloaded',
  affair: 'process, email context',
  hearing: 'consumer offset',
  hearings: 'consumer offsets',
  newcomer: 'new user',
  'nobody has the pen': 'no pending signatures',
  patience: 'timeout, grace period',
  'sealed papers': 'sealed documents',
  shelf: 'buffer pool',
  tally: 'counter',
  tallies: 'counters',
  door: 'request handler, cross-tenant lookup',
  doors: 'request handlers, cross-tenant lookups',
  wall: 'row-level security policy',
  walls: 'row-level security policies',
  whoever: 'the subject by its name',
  everybody: 'everyone',
  anybody: 'anyone',
  papers: 'documents',
  desk: 'editor, signing page',
  anew: 'again',
  afresh: 'again',
  hears: 'handles, eventTypes',
  heard: 'handled',
  insist: 'assert, require',
  borrow: 'a port to the signer',
  'put down': 'create, store',
  'lets go': 'closes, releases',
  'let go of': 'closed, released',
  'at present': 'now',
  'unless told': 'by default',
  'unless said otherwise': 'by default',
  'in earnest': 'live',
}

const root = resolve(import.meta.dirname, '..')
const searchedPaths = [
  'app',
  'components',
  'lib',
  'db',
  'server',
  'scripts',
  'sdk',
  'e2e',
  'docs',
  'README.md',
  'CONTRIBUTING.md',
]
// “door” is Dutch for “by”.
const excludedPaths = [':!db/migrations', ':!lib/words.test.ts', ':!docs/decisions', ':!lib/messages/nl']

it.each(Object.entries(replaced))('does not use “%s” (the usual term: %s)', (word) => {
  const hits = grep(word)
  expect(hits).toEqual([])
})

/** SET OF is a type of ASN.1. */
const usualNames = ['domainOf', 'rowsOf', 'setOf', 'signIn']

it('names functions with a verb, neither by “of” nor by “in”', () => {
  const paths = ['app', 'components', 'lib', 'db', 'server', 'scripts', ':!*.test.ts', ':!*/fixtures/*']
  const names = execFileSync('git', ['grep', '-hoE', 'function [a-z]+(Of|In)\\b', '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
  })
  const found = new Set(names.trim().split('\n'))
  expect([...found].toSorted()).toEqual(usualNames.map((name) => `function ${name}`))
})

const MAX_WORDS = 45

it(`has sentences of at most ${MAX_WORDS} words in README.md and docs, tables and code aside`, () => {
  const paths = ['README.md', 'docs/*.md', ':!docs/performance.md']
  const files = execFileSync('git', ['ls-files', '--', ...paths], { cwd: root, encoding: 'utf8' })
  const long = files
    .trim()
    .split('\n')
    .flatMap((file) =>
      listSentences(readFileSync(resolve(root, file), 'utf8'))
        .filter((sentence) => (sentence.match(/\S*\w\S*/g)?.length ?? 0) > MAX_WORDS)
        .map((sentence) => `${file}: ${sentence}`),
    )
  expect(long).toEqual([])
})

/** The sentences of the paragraphs and list items of a text in Markdown, with each piece of code as one word. */
function listSentences(text: string): string[] {
  const prose = text
    .replace(/^ *```.*?^ *```/gms, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`]*`/g, 'code')
    .replace(/^[#|].*$/gm, '')
  return prose
    .split(/\n\s*\n|\n *(?:-|\d+\.) /)
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?][”)*]*)\s+/))
}

function grep(word: string): string[] {
  try {
    const options = ['-I', '-i', '-n', '-w', '-F', '-e', word, '--', ...searchedPaths, ...excludedPaths]
    return execFileSync('git', ['grep', ...options], { cwd: root, encoding: 'utf8' })
      .trim()
      .split('\n')
  } catch (error) {
    // Exit status 1: no hits.
    if ((error as { status?: number }).status !== 1) throw error
    return []
  }
}
