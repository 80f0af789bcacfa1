import { mkdirSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { type SignerLocale, signerLocales } from '#lib/core/locales'
import { defaultConsent } from '#lib/identity/consent/default-consents'
import { pseudoText } from '#lib/messages/pseudo'
import { getSigningTexts } from '#lib/messages/signing'
import { chooseLanguages, findFaults, giveTexts, type Texts } from './faults.ts'
import { findViolations } from './violations.ts'

/** The English texts of the signing page, by which the journeys find its controls. */
export const en: Texts = getSigningTexts('en')

/** German texts that are 40 % longer and accented take the place of German. */
const pseudoLanguage = 'de'
const longerTexts = Object.fromEntries(
  Object.entries(getSigningTexts(pseudoLanguage)).map(([key, text]) => [
    key,
    key === 'locale' ? text : pseudoText(text),
  ]),
)

const byLanguage = <T>(read: (language: SignerLocale) => T) =>
  Object.fromEntries(signerLocales.map((language) => [language, read(language)]))

const walkTexts = {
  texts: byLanguage<Texts>(getSigningTexts),
  longerTexts,
  consents: byLanguage((language) => defaultConsent(language).text.slice(0, 40)),
}

const narrowPhone = { width: 360, height: 740 }
/** As narrow as WCAG 1.4.10 asks for: longer texts than the translations are seen from 360 px on. */
const narrowestPhone = { width: 320, height: 740 }
const screens = {
  phone: { width: 390, height: 844 },
  sideways: { width: 844, height: 390 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
}

/** PICTURES is a folder: each state is then pictured, in LANGUAGES and on SCREENS or all of them, in light and dark. */
const { PICTURES: pictureFolder, LANGUAGES: pictureLanguages, SCREENS: pictureScreens } = process.env
/** AXE=all: every state in every language, which takes some minutes; otherwise in one of them, which changes. */
const AXE_PER_STATE = process.env.AXE === 'all' ? signerLocales.length : 1

/** As long as `expect` waits in playwright.config.ts. */
const EXPECT_MILLISECONDS = 15_000

interface WalkOptions {
  /** Those in which the state is seen; all by default. */
  languages?: readonly SignerLocale[]
  /** Where the state exists on wide screens only. */
  screen?: { width: number; height: number }
}

/** The last button with one of the English texts. */
export const button = (page: Page, key: string) =>
  page.getByRole('button', { name: en[key]!, exact: true }).last()

/** A signing page that is shown in each language in turn, state by state. */
export interface Walk {
  page: Page
  /** Sees the state that the page is in, in each language, and expects it to be without faults. */
  see(state: string, options?: WalkOptions): Promise<void>
  /** Opens a link in English. */
  open(link: string): Promise<void>
}

const isPictured = (language: SignerLocale) =>
  pictureFolder !== undefined && (!pictureLanguages || pictureLanguages.split(',').includes(language))

let seenStates = 0

export async function startWalk(browser: Browser): Promise<Walk> {
  // A service worker would fetch what the journeys answer in place of the service.
  const context = await browser.newContext({
    viewport: narrowPhone,
    locale: 'en-GB',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  let isPseudo = false
  await page.addInitScript(`globalThis.findFaultsOfPage = ${findFaults}`)
  await page.addInitScript(giveTexts, walkTexts)

  const choose = (language: SignerLocale) => chooseAndCheck([language], false)

  /** Shows the page in these languages in turn, and expects it to be without faults in each. */
  async function chooseAndCheck(languages: SignerLocale[], isChecked: boolean, state = '') {
    const question = { languages, isPseudo, isChecked, timeout: EXPECT_MILLISECONDS }
    const faults = await page.evaluate(chooseLanguages, question)
    expect.soft(faults, isPseudo ? `${state} with longer texts` : state).toEqual({})
  }

  async function expectAccessible(language: SignerLocale, state: string) {
    const found = (await findViolations(page)).map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
    expect.soft(found, `axe: ${state} in ${language}`).toEqual([])
  }

  async function see(state: string, { languages = signerLocales, screen = narrowPhone }: WalkOptions = {}) {
    const checked = Array.from({ length: AXE_PER_STATE }, (_, index) => {
      const position = (seenStates * AXE_PER_STATE + index) % languages.length
      return languages[position]
    })
    seenStates += 1
    const isStop = (language: SignerLocale) => checked.includes(language) || isPictured(language)
    const stops = languages.filter(isStop)
    await page.setViewportSize(screen === narrowPhone ? narrowestPhone : screen)
    // The last is shown already when axe checks it.
    await chooseAndCheck([...languages.filter((language) => !isStop(language)), ...stops], true, state)
    await page.setViewportSize(screen)
    for (const language of stops) {
      await choose(language)
      if (checked.includes(language)) await expectAccessible(language, state)
      if (isPictured(language)) await takePictures(page, `${state}-${language}`)
    }
    // Texts that are shown already are not loaded again.
    if (stops.at(-1) === pseudoLanguage) await choose('en')
    isPseudo = true
    for (const size of screen === narrowPhone ? [narrowPhone, screens.desktop] : [screen]) {
      await page.setViewportSize(size)
      await chooseAndCheck([pseudoLanguage], true, `${state} at ${size.width}`)
      if (pictureFolder) await page.screenshot({ path: `${pictureFolder}/${state}-pseudo-${size.width}.png` })
    }
    isPseudo = false
    await page.setViewportSize(screen)
    await choose('en')
  }

  async function open(link: string) {
    await context.clearCookies({ name: 'paraph-signing-language' })
    await page.goto(link)
  }
  return { page, see, open }
}

async function takePictures(page: Page, name: string) {
  mkdirSync(pictureFolder!, { recursive: true })
  const before = page.viewportSize()!
  for (const [screen, size] of Object.entries(screens)) {
    if (pictureScreens && !pictureScreens.split(',').includes(screen)) continue
    await page.setViewportSize(size)
    // The next frame is the first of this size.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${pictureFolder}/${name}-${screen}-${colorScheme}.png` })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(before)
}
