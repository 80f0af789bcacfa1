import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { runInThisContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { dashboardLocales, signerLocales } from '#lib/core/locales'
import { findLanguageForms } from '#lib/core/text/language-forms'
import dashboard from '#messages/en/dashboard.json'
import { getPartTexts, getSignerPartTexts, namespaces } from './part-texts.ts'
import { GET } from './texts/[file]/route.tsx'

const root = resolve(import.meta.dirname, '..')

/** The folders of the pages that show a part; the other pages show those of the root layout. */
const folders = {
  common: ['app/(site)', 'app/sign', 'app/mailbox'],
  auth: ['app/(auth)'],
}

/** The files of a folder and all that they import, at once or later; what routes of the API import is no page. */
function collectSources(folder: string): string[] {
  const found = new Map<string, string>()
  const visit = (file: string) => {
    if (found.has(file) || !existsSync(file) || file.includes('/app/api/')) return
    const text = readFileSync(file, 'utf8')
    found.set(file, text)
    for (const [, target = ''] of text.matchAll(/(?:\bfrom|\bimport\() ?'([^']+)'/g)) {
      if (target.startsWith('#components/')) visit(join(root, target.slice(1)))
      if (target.startsWith('#app/')) visit(join(root, `${target.slice(1)}.ts`))
      if (target.startsWith('.')) visit(resolve(dirname(file), target))
    }
  }
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
    if (/\.tsx?$/.test(name)) visit(join(root, folder, name))
  return [...found.values()]
}

/** The namespaces that a source names: `useTranslations('auth')`, or `'auth.signIn'` of all texts. */
function findNamespaces(text: string): string[] {
  return Object.keys(dashboard).filter(
    (name) =>
      new RegExp(`useTranslations\\('${name}[.']`).test(text) ||
      (text.includes('useTranslations()') && new RegExp(`['\`]${name}\\.`).test(text)),
  )
}

const importedParts = Object.entries(folders).flatMap(([part, paths]) =>
  paths.map((path) => ({ part, path })),
)

describe('the texts of a part', () => {
  it.each(importedParts)('$part are all that the pages in $path can show', ({ part, path }) => {
    const used = new Set(collectSources(path).flatMap(findNamespaces))
    expect(used.size).toBeGreaterThan(0)
    expect(
      [...used].filter((name) => !namespaces[part as keyof typeof folders].includes(name as never)),
    ).toEqual([])
  })

  it.each(dashboardLocales)('have a script in %s, which browsers keep', async (locale) => {
    const { url } = await getPartTexts(locale, 'auth')
    const response = await request(url)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(Object.keys(runScript(await response.text(), url))).toEqual(namespaces.auth)
  })

  it.each(signerLocales)(
    'are those of today in %s under another URL, which browsers do not keep',
    async (locale) => {
      const { url, texts } = await getSignerPartTexts(locale, 'signing')
      const earlierUrl = url.replace(/\.[\w-]+\.js$/, '.AAAAAAAAAAAA.js')
      const response = await request(earlierUrl)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(runScript(await response.text(), earlierUrl)).toEqual(texts)
    },
  )

  it('of the signing page come with the forms of numbers and days in its language', async () => {
    const { texts } = await getSignerPartTexts('de', 'signing')
    expect(texts).toMatchObject({ locale: 'de', forms: findLanguageForms('de') })
  })

  it('are beside scripts with the forms of any language, which browsers do not keep', async () => {
    const response = await request('/texts/forms.de-CH.js')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const forms = runScript(await response.text(), '/texts/forms.de-CH.js')
    expect(forms).toEqual(findLanguageForms('de-CH'))
    expect(JSON.stringify(forms).length).toBeLessThan(3000)
  })

  it.each([
    'xx-auth.AAAAAAAAAAAA.js',
    'forms.de.CH.js',
    'en-nothing.AAAAAAAAAAAA.js',
    'en-auth.js',
    '..%2Fsecret',
  ])('are 404 for %s', async (file) => {
    expect((await request(`/texts/${file}`)).status).toBe(404)
  })
})

function request(path: string): Promise<Response> {
  const file = path.slice('/texts/'.length)
  return GET(new Request(`http://localhost${path}`), { params: Promise.resolve({ file }) })
}

/** The texts that a script makes known under its URL. */
function runScript(source: string, url: string): object {
  globalThis.paraphTexts = undefined
  runInThisContext(source)
  return globalThis.paraphTexts!.get(url)!
}
