export type Texts = Record<string, string>

interface WalkTexts {
  /** The texts of each language, and those that are 40 % longer, by key. */
  texts: Record<string, Texts>
  longerTexts: Texts
  /** How the consent text begins in each language. */
  consents: Record<string, string>
}

interface English {
  texts: Set<string>
  patterns: RegExp[]
}

interface Question {
  language: string
  /** Whether the texts are those that are 40 % longer. */
  isPseudo: boolean
}

declare global {
  /** `findFaults`, which the page has from its beginning, as it has the texts. */
  var findFaultsOfPage: (question: Question) => string[]
  var walkTexts: WalkTexts
  /** Whether the longer texts are shown next. */
  var areTextsLonger: boolean
  /** The English texts that no other language has, by language. */
  var leftEnglish: Record<string, English>
}

/**
 * Gives the page the texts that it asks for by a script, as the service would. It runs in the page: each page would load them
 * all again, as browsers keep no texts whose URL has no hash.
 */
export function giveTexts(walkTexts: WalkTexts) {
  Object.assign(globalThis, { walkTexts, areTextsLonger: false, leftEnglish: {} })
  const { append, appendChild } = Element.prototype
  Element.prototype.append = function (...nodes) {
    if (!give(nodes[0])) append.apply(this, nodes)
  }
  Element.prototype.appendChild = function (node) {
    return give(node) ? node : (appendChild.call(this, node) as typeof node)
  }

  /** @returns whether the node is a script of texts */
  function give(node: unknown): boolean {
    if (!(node instanceof HTMLScriptElement)) return false
    const [url, language] = /^\/texts\/(\w+)-signing\.latest\.js$/.exec(node.getAttribute('src') ?? '') ?? []
    if (!url || !language) return false
    globalThis.paraphTexts ??= new Map()
    globalThis.paraphTexts.set(url, areTextsLonger ? walkTexts.longerTexts : walkTexts.texts[language]!)
    queueMicrotask(() => node.onload?.(new Event('load')))
    return true
  }
}

interface Choices {
  languages: string[]
  isPseudo: boolean
  isChecked: boolean
  timeout: number
}

/** Shows the page in these languages in turn. It runs in the page. @returns what is wrong in each, if it is checked */
export async function chooseLanguages({ languages, isPseudo, isChecked, timeout }: Choices) {
  globalThis.areTextsLonger = isPseudo
  const faults: Record<string, string[]> = {}
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  for (const language of languages) {
    const direction = language === 'ar' || language === 'he' ? 'rtl' : 'ltr'
    const { documentElement: root } = document
    const frame = () => document.querySelector('header')?.parentElement
    // It comes with the next response, and asks for the agreement again.
    const consent = () => document.querySelector('[role=dialog] section[tabindex]')?.textContent
    const isShown = () =>
      [root.lang, frame()?.lang].every((lang) => lang === language) &&
      [root.dir, frame()?.dir].every((dir) => dir === direction) &&
      consent()?.startsWith(walkTexts.consents[language]!) !== false
    const until = Date.now() + timeout
    for (let attempt = 0; Date.now() < until && !isShown(); attempt += 1) {
      // Once more after a while: before the page is hydrated, nothing listens. By its element: behind a dialog it has no role.
      if (attempt % 50 === 0) {
        const select = document.querySelector<HTMLSelectElement>('header select')!
        select.value = language
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }
      await pause(10)
    }
    if (!isShown()) faults[language] = [`lang is ${root.lang}, dir is ${root.dir}, consent is ${consent()}`]
    if (!isChecked) continue
    let found: string[] = []
    // Lines are broken again in the next frames.
    for (let attempt = 0; attempt < 30; attempt += 1) {
      found = findFaultsOfPage({ language, isPseudo })
      if (found.length === 0) break
      await pause(100)
    }
    if (found.length > 0) faults[language] = [...(faults[language] ?? []), ...found]
  }
  return faults
}

/**
 * What is wrong with the signing page in a language: it is wider than the screen, a text is cut or English, or a message is
 * covered or beyond the page of its field. It runs in the page, without what surrounds it here.
 */
export function findFaults({ language, isPseudo }: Question): string[] {
  /** What the records of the journeys are called, and names that are the same in each language. */
  const names =
    /\S+@\S+|[Ee]-?[Mm]ail|\S+\.example\.com|Iris|Quist|Ola|Berg|Script|Agreement|Lease|Lyon|Paraph|Monthly|Yearly|The cellar is included\.|passport|notes|png|txt|pdf|PDF|PNG|JPEG|QR|SMS|TEST|MB|Caveat|Dancing Script|Great Vibes|Kalam|Mynerve|[\dTZ.:-]{8,}/g
  /** Those that the consent text names. */
  const consentNames = /qualified|Chrome|Edge|Firefox|Safari|ESIGN|Act|eIDAS|United|States/g
  const nonLatin = ['uk', 'el', 'ar', 'he', 'hi', 'ja', 'zh']
  const faults: string[] = []

  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth > clientWidth) {
    const beyond = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    faults.push(`wider by ${scrollWidth - clientWidth}: ${beyond.at(-1)?.outerHTML.slice(0, 120)}`)
  }

  const strip = (text: string) => text.replace(/[\u2066-\u2069]/g, '').trim()
  function collectEnglish(texts: Texts): English {
    const own = new Set(Object.values(texts).map(strip))
    const placeholder = /\{\w+(?:, plural,(?:[^{}]|\{(?:[^{}]|\{\w+\})*\})*)?\}/
    const left = Object.entries(walkTexts.texts.en!)
      .filter(([key, text]) => language !== 'en' && texts[key] !== text && !own.has(strip(text)))
      .map(([, text]) => strip(text).split(placeholder))
      .filter((parts) => parts.join('').replace(/\W/g, '').length > 2)
    const patterns = left
      .filter((parts) => parts.length > 1)
      .map((parts) => parts.map((part) => part.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&')).join('.+'))
      .map((pattern) => new RegExp(`^${pattern}$`, 's'))
    return { texts: new Set(left.filter(({ length }) => length === 1).map(([text]) => text!)), patterns }
  }
  const kept = `${language} ${isPseudo}`
  leftEnglish[kept] ??= collectEnglish(isPseudo ? walkTexts.longerTexts : walkTexts.texts[language]!)
  const english = leftEnglish[kept]

  function checkLanguage(text: string, isConsent: boolean) {
    const shown = strip(text)
    if (shown === '') return
    const words = shown.replace(names, '').replace(isConsent ? consentNames : /^$/, '')
    const hasLatin = /[A-Za-z]{3,}/.test(words)
    const isEnglish =
      english.texts.has(shown) ||
      english.patterns.some((pattern) => pattern.test(shown)) ||
      (nonLatin.includes(language) && hasLatin) ||
      // The consent text comes from the service.
      (isPseudo && hasLatin && !isConsent && !shown.includes('xxxx'))
    if (isEnglish) faults.push(`not translated: ${shown.slice(0, 120)}`)
  }

  /** Shown to screen readers only. */
  const isHidden = (element: Element) => element.getBoundingClientRect().width <= 1
  function checkSpace(element: HTMLElement, node: Text) {
    // What the sender has written may be shortened; the pages of the document have their own sizes.
    if (isHidden(element) || element.closest('bdi, blockquote, [data-page], article, header > span')) return
    const { overflowX, overflowY } = getComputedStyle(element)
    const cutsX =
      overflowX !== 'visible' && overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1
    const cutsY =
      overflowY !== 'visible' && overflowY !== 'auto' && element.scrollHeight > element.clientHeight + 2
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    const button = element
      .closest('button, a.button, [role=tab], [role=menuitem], label')
      ?.getBoundingClientRect()
    const leaves =
      button &&
      button.width > 1 &&
      (box.left < button.left - 1 || box.right > button.right + 1 || box.bottom > button.bottom + 2)
    const isBeyond = box.left < -1 || box.right > clientWidth + 1
    if (cutsX || cutsY || leaves || isBeyond) faults.push(`cut: ${strip(node.data).slice(0, 80)}`)
  }

  const skipped =
    'header [aria-hidden], select, script, style, noscript, textarea, next-route-announcer, .textLayer, datalist'
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || element.closest(skipped) || strip((node as Text).data) === '') continue
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    checkLanguage((node as Text).data, element.closest('section[tabindex]') !== null)
    checkSpace(element, node as Text)
  }
  for (const error of document.querySelectorAll<HTMLElement>('article [role=alert]')) {
    const { top, bottom } = error.getBoundingClientRect()
    const page = error.closest('article')!.getBoundingClientRect()
    if (!isHidden(error) && (top < page.top || bottom > page.bottom))
      faults.push(`beyond its page: ${strip(error.innerText).slice(0, 80)}`)
  }
  for (const notice of document.querySelectorAll<HTMLElement>(
    '[role*=dialog] :is([role=alert], [role=status])',
  )) {
    const { left, bottom, width, height } = notice.getBoundingClientRect()
    if (isHidden(notice) || height === 0 || strip(notice.innerText) === '') continue
    const shown = document.elementFromPoint(left + width / 2, bottom - 1)
    if (shown?.closest('.dialog-actions') && !notice.contains(shown))
      faults.push(`covered: ${strip(notice.innerText).slice(0, 80)}`)
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    if (element.closest(skipped)) continue
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      checkLanguage(element.getAttribute(name) ?? '', false)
  }
  return [...new Set(faults)]
}
