import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import compile from 'icu-minify/compile'
import { describe, expect, it } from 'vitest'
import { eventTypes } from '#lib/audit/events'
import { dashboardLocales } from '#lib/core/locales'
import { listTexts } from '#lib/testing/values/list-texts'
import { pseudoText } from './pseudo.ts'

const root = resolve(import.meta.dirname, '../..')
/** Errors of requests that no form of the dashboard sends are in English only, and so are the types. */
const listFiles = (locale: string) =>
  readdirSync(join(import.meta.dirname, locale)).filter((file) => !/^api-errors|\.ts$/.test(file))
const files = listFiles('en')
/** The texts that `useTranslations` or `fillPlural` formats; `fill` replaces plain placeholders only. */
const formatted = ['dashboard.json', 'error-page.json', 'signing.json', 'signer-emails.json']

/** Every text of a file by its path, such as `shell.nav.overview`. */
function readTexts(locale: string, file: string): [path: string, text: string][] {
  return listTexts(JSON.parse(readFileSync(join(import.meta.dirname, locale, file), 'utf8')))
}

/** The placeholders and tags of a text with their types, such as `{email}` and `<b>`. */
function placeholders(text: string): string[] {
  return [...new Set(text.match(/\{\w+(?=[},])|<\w+>/g))].sort()
}

describe.each(dashboardLocales)('the language %s', (locale) => {
  it('says that a decrypted copy restricts neither printing nor copying', () => {
    const text = new Map(readTexts(locale, 'dashboard.json')).get('documents.notices.decrypted')
    expect(text).toMatch(
      /printing and copying|impression ni de copie|Drucken und Kopieren|impresión ni de copia/,
    )
  })

  it.each(files)('has every text of English in %s, with the same placeholders', (file) => {
    const english = readTexts('en', file)
    const translated = new Map(readTexts(locale, file))
    expect([...translated.keys()]).toEqual(english.map(([path]) => path))
    for (const [path, text] of english) {
      const names = placeholders(text)
      // A translated error may leave out a value, such as the English name of a type.
      const expected =
        file === 'errors.json' ? names.filter((name) => translated.get(path)!.includes(name)) : names
      expect([path, placeholders(translated.get(path)!)]).toEqual([path, expected])
    }
  })

  it.each(files)('has no empty text in %s, and only valid messages', (file) => {
    for (const [path, text] of readTexts(locale, file)) {
      expect([path, text.trim()]).not.toEqual([path, ''])
      const parts = [compile(text)].flat()
      const isPlain = parts.every(
        (part) => typeof part === 'string' || (Array.isArray(part) && part.length === 1),
      )
      if (!formatted.includes(file)) expect([path, isPlain]).toEqual([path, true])
    }
  })

  it('has one name for a type of field, in the editor and when signing', () => {
    const kinds = readTexts(locale, 'dashboard.json').filter(([path]) => path.startsWith('zones.kinds.'))
    // The signer reads a request in place of “Radio buttons”.
    const names = kinds.filter(([path]) => path !== 'zones.kinds.radio')
    const signing = new Map(readTexts(locale, 'signing.json'))
    expect(names.map(([path]) => signing.get(path.slice('zones.kinds.'.length)))).toEqual(
      names.map(([, name]) => name),
    )
  })

  it('has the files of English', () => {
    expect(listFiles(locale)).toEqual(files)
  })
})

it.each(['errors', 'api-errors'])('the types of %s.json are made from it: npm run messages:types', (name) => {
  const [types, json] = ['d.json.ts', 'json'].map((end) =>
    readFileSync(join(import.meta.dirname, 'en', `${name}.${end}`), 'utf8'),
  )
  expect(types).toContain(`declare const texts: ${JSON.stringify(JSON.parse(json!))}\n`)
})

describe('a pseudo-translation', () => {
  it('is longer, and has the placeholders of the text', () => {
    expect(pseudoText('Sent to {name} of <b>{tenant}</b>')).toBe(
      '[Šèñť ťò {name} òḟ <b>{tenant}</b> xxxx xxxx xxxx]'.replace('ḟ', 'f'),
    )
    expect(pseudoText('{count, plural, one {# time} other {# times}}')).toContain(
      '{count, plural, one {# ťìmè} other {# ťìmèš}}',
    )
    for (const file of files)
      for (const [, text] of readTexts('en', file)) {
        expect(placeholders(pseudoText(text))).toEqual(placeholders(text))
        expect(() => compile(pseudoText(text))).not.toThrow()
        expect(pseudoText(text).length).toBeGreaterThanOrEqual(text.length * 1.4)
      }
  })
})

/** The sources that show texts, with their string literals; an expression in one stands for any key. */
const sources = ['app', 'components', 'db', 'lib']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(root, folder, name),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.includes('.d.json'))
  .concat(join(root, 'public/service-worker.js'))
  .map((file) => readFileSync(file, 'utf8'))

/** Errors whose keys are put together in the source. */
const composed = /^values\.at(Most|Least)(1?(Character|Entry)|Characters|Entries)?$/

describe('every key is used', () => {
  const literals = new Set(
    sources.flatMap((source) => [...source.matchAll(/'([\w.:-]+)'/g)].map(([, name]) => name)),
  )
  const words = new Set(sources.flatMap((source) => source.match(/[\w:-]+/g) ?? []))
  /** Names with expressions, such as `checks.${code}`. */
  const patterns = sources
    .flatMap((source) => [...source.matchAll(/`((?:[\w.]|\$\{[^`{}]*\})+)`/g)])
    .map(([, name]) =>
      name!
        .split(/\$\{[^}]*\}/)
        .map((part) => part.replaceAll('.', '\\.'))
        .join('[\\w.:-]+'),
    )
    .filter((pattern) => /[a-zA-Z]{3}/.test(pattern))
    .map((pattern) => new RegExp(`^${pattern}$`))

  /** Some source has the beginning as the namespace, and the rest as a name. */
  function isUsed(path: string): boolean {
    const names = path.split('.')
    return names.some((_, index) => {
      const [namespace, name] = [names.slice(0, index).join('.'), names.slice(index).join('.')]
      if (namespace && !literals.has(namespace)) return false
      return literals.has(name) || words.has(name) || patterns.some((pattern) => pattern.test(name))
    })
  }

  it('of the dashboard, by its namespace', () => {
    const unused = readTexts('en', 'dashboard.json').filter(([path]) => !isUsed(path))
    expect(unused.map(([path]) => path)).toEqual([])
  })

  it.each([
    'signing.json',
    'signer-emails.json',
    'certificate.json',
    'emails.json',
    'error-page.json',
    'offline.json',
  ])('of %s, by its names', (file) => {
    const unused = readTexts('en', file).filter(([path]) => !path.split('.').every((name) => words.has(name)))
    expect(unused.map(([path]) => path)).toEqual([])
  })

  it.each([
    ['errors.json', ''],
    ['api-errors.json', 'api.'],
  ])('of %s, by its name', (file, section) => {
    const unused = readTexts('en', file).filter(
      ([path]) => !literals.has(section + path) && !composed.test(path),
    )
    expect(unused.map(([path]) => path)).toEqual([])
  })
})

it('the printed trail has a title for each event that the trail of a process shows', () => {
  const printed = new Set(readTexts('en', 'certificate.json').map(([path]) => path))
  const shown = readTexts('en', 'dashboard.json').flatMap(([path]) => {
    const event = /^processes\.trail\.(events\.(?:process|signature|document)\..*)$/.exec(path)?.[1]
    return event ? [event] : []
  })
  expect(shown.length).toBeGreaterThan(30)
  expect(shown.filter((event) => !printed.has(event))).toEqual([])
  // The page of a process leaves it out, beside the event that says the process was sent.
  expect(printed).toContain('events.signature.created')
})

it('the trail of a process shows each event that it has, or had from an earlier version', () => {
  const shown = new Set(readTexts('en', 'dashboard.json').map(([path]) => path))
  // The first has no process left, the second is said by its changes, the third by the process that was sent.
  const others = ['process.deleted', 'process.corrected', 'signature.created']
  const ofProcess = eventTypes.filter((type) => /^(process|signature)\./.test(type) && !others.includes(type))
  expect(ofProcess.filter((type) => !shown.has(`processes.trail.events.${type}`))).toEqual([])
})
