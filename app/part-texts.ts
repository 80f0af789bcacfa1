import { createHash } from 'node:crypto'
import { getMessages, type Messages } from '#components/i18n/messages.ts'
import { provideTexts, writeTextScript } from '#components/i18n/texts.ts'
import type { Locale } from '#lib/core/locales'
import { signingTexts } from '#lib/messages/signing'

/** The namespaces that each part of the product shows; null: all of them. */
export const namespaces = {
  common: ['common', 'api'],
  auth: ['common', 'api', 'auth', 'secondFactor', 'settings'],
  dashboard: null,
} as const satisfies Record<string, (keyof Messages)[] | null>

/** A part of the product with texts of its own. */
export type Part = keyof typeof namespaces | 'signing'

export function isPart(name: string): name is Part {
  return name === 'signing' || Object.hasOwn(namespaces, name)
}

interface PartTexts {
  /** The URL of their script. It changes with the texts, so that browsers keep the script. */
  url: string
  texts: object
}

const loaded = new Map<string, Promise<PartTexts>>()

/** The texts of a part in one language; those of the dashboard and its like are compiled. */
export function getPartTexts(language: Locale, part: Part): Promise<PartTexts> {
  const name = `${language}-${part}`
  const texts = loaded.get(name) ?? makePartTexts(name, language, part)
  loaded.set(name, texts)
  texts.catch(() => loaded.delete(name))
  return texts
}

async function makePartTexts(name: string, language: Locale, part: Part): Promise<PartTexts> {
  const texts = part === 'signing' ? signingTexts[language] : await selectMessages(language, namespaces[part])
  const hash = createHash('sha256').update(writeTextScript(name, texts)).digest('base64url').slice(0, 12)
  const url = `/texts/${name}.${hash}.js`
  provideTexts(url, texts)
  return { url, texts }
}

async function selectMessages(language: Locale, names: readonly (keyof Messages)[] | null) {
  const messages = await getMessages(language)
  return names ? Object.fromEntries(names.map((name) => [name, messages[name]])) : messages
}
