import { createHash } from 'node:crypto'
import { getMessages, type Messages } from '#components/i18n/messages.ts'
import { provideTexts, writeTextScript } from '#components/i18n/texts.ts'
import type { SigningPageTexts } from '#components/signing/language.tsx'
import type { DashboardLocale, SignerLocale } from '#lib/core/locales'
import { findLanguageForms } from '#lib/core/text/language-forms'
import { getSigningTexts } from '#lib/messages/signing'
import { getVerifyTexts } from '#lib/messages/verify'

/** The namespaces that each part of the product shows; null: all of them. */
export const namespaces = {
  common: ['common', 'api'],
  auth: ['common', 'api', 'auth', 'secondFactor', 'settings'],
  dashboard: null,
} as const satisfies Record<string, (keyof Messages)[] | null>

/** A part of the product with texts of its own, in the languages of the dashboard. */
export type Part = keyof typeof namespaces

export function isPart(name: string): name is Part {
  return Object.hasOwn(namespaces, name)
}

interface PartTexts {
  /** The URL of their script. It changes with the texts, so that browsers keep the script. */
  url: string
  texts: object
}

const loaded = new Map<string, Promise<PartTexts>>()

/** The compiled texts of a part in one language. */
export function getPartTexts(language: DashboardLocale, part: Part): Promise<PartTexts> {
  return remember(`${language}-${part}`, () => selectMessages(language, namespaces[part]))
}

/** The texts of the signing page, and how its language writes the numbers and days that signers type. */
const getSigningPageTexts = (language: SignerLocale): SigningPageTexts => ({
  ...getSigningTexts(language),
  forms: findLanguageForms(language),
})

/** The parts of the product for visitors, in every language of signers. */
const signerParts = { signing: getSigningPageTexts, verify: getVerifyTexts }
export type SignerPart = keyof typeof signerParts

export function isSignerPart(name: string): name is SignerPart {
  return Object.hasOwn(signerParts, name)
}

/** The texts of the signing page, or of `/verify`, in one language. */
export function getSignerPartTexts(language: SignerLocale, part: SignerPart): Promise<PartTexts> {
  return remember(`${language}-${part}`, async () => signerParts[part](language))
}

function remember(name: string, load: () => Promise<object>): Promise<PartTexts> {
  const texts = loaded.get(name) ?? makePartTexts(name, load)
  loaded.set(name, texts)
  texts.catch(() => loaded.delete(name))
  return texts
}

async function makePartTexts(name: string, load: () => Promise<object>): Promise<PartTexts> {
  const texts = await load()
  const hash = createHash('sha256').update(writeTextScript(name, texts)).digest('base64url').slice(0, 12)
  const url = `/texts/${name}.${hash}.js`
  provideTexts(url, texts)
  return { url, texts }
}

async function selectMessages(language: DashboardLocale, names: readonly (keyof Messages)[] | null) {
  const messages = await getMessages(language)
  return names ? Object.fromEntries(names.map((name) => [name, messages[name]])) : messages
}
