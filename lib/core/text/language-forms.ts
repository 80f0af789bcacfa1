/** The numbering systems whose digits are read, by the code point of their zero. */
const numberingSystems = new Map([
  [0x30, 'latn'],
  [0x660, 'arab'],
  [0x6f0, 'arabext'],
  [0x966, 'deva'],
  [0x9e6, 'beng'],
  [0xe50, 'thai'],
  [0xff10, 'latn'],
])

/** The signs of a language in numbers with the digits of one numbering system. */
interface NumberSigns {
  /** Empty for a language that does not group digits. */
  group: string
  decimal: string
  /** What stands before a negative number, with the marks of direction. */
  minus: string
  /** The digits of the last group, and of all before it. */
  primary: number
  secondary: number
}

/** How a language writes a day, by month: the text with `{d}` or `{dd}` for the day, and `{y}` for the year. */
type DayForms = string[]

/** How a language writes numbers and days. */
export interface LanguageForms {
  /** False where English takes the place of an unknown language. */
  isKnown: boolean
  /** The digit zero of the language; a Latin one where its own digits could not be read back. */
  zero: string
  /** By numbering system: people type in the digits of their keyboard. */
  numbers: Record<string, NumberSigns>
  /** As people type a day, as the document shows it, and with the name of the month in full. */
  days: { numeric: DayForms; medium: DayForms; long: DayForms }
  /** Whether people of the language count years by the Buddhist calendar. */
  isBuddhist: boolean
}

/** The forms that the service has sent to the browser, whose `Intl` may have others or lack the language. */
const given = new Map<string, LanguageForms>()
/** Making them takes much longer than writing a number or day. */
const made = new Map<string, LanguageForms>()
const MAX_MADE = 100

/** In the browser: takes the forms of a language from the service. */
export function setLanguageForms(locale: string, forms: LanguageForms): void {
  given.set(locale, forms)
}

/**
 * How a language writes numbers and days: as the service has said, else as `Intl` does here.
 * @param locale BCP 47 tag; for an unknown or invalid one the forms are English
 */
export function findLanguageForms(locale: string): LanguageForms {
  const known = given.get(locale) ?? made.get(locale)
  if (known) return known
  const forms = makeForms(locale)
  if (made.size === MAX_MADE) made.clear()
  made.set(locale, forms)
  return forms
}

/** The locales for `Intl`: a process's own, then English, as otherwise that of the machine would come next. */
export function listLocales(locale: string): string[] {
  try {
    return [...Intl.getCanonicalLocales(locale), 'en']
  } catch {
    return ['en']
  }
}

/** The numbering system of a digit; undefined for one that is not read. */
export function findNumberingSystem(digit: string): string | undefined {
  const code = digit.codePointAt(0)!
  return [...numberingSystems].find(([zero]) => code >= zero && code < zero + 10)?.[1]
}

function makeForms(locale: string): LanguageForms {
  const locales = listLocales(locale)
  const { numberingSystem: own } = new Intl.NumberFormat(locales).resolvedOptions()
  const systems = [...new Set(numberingSystems.values())]
  const numberingSystem = systems.includes(own) ? own : 'latn'
  const dayForms = (format: Intl.DateTimeFormatOptions) =>
    makeDayForms(locales, { ...format, numberingSystem })
  const year = { year: 'numeric', timeZone: 'UTC' } as const
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  return {
    isKnown: /^en\b/i.test(locale) || Intl.NumberFormat.supportedLocalesOf(locales.slice(0, -1)).length > 0,
    zero: new Intl.NumberFormat(locales, { numberingSystem }).format(0),
    numbers: Object.fromEntries(systems.map((system) => [system, makeNumberSigns(locales, system)])),
    days: {
      numeric: dayForms(numeric),
      medium: dayForms({ dateStyle: 'medium' }),
      long: dayForms({ ...numeric, month: 'long' }),
    },
    isBuddhist: new Date(0)
      .toLocaleDateString(locales, { ...year, numberingSystem: 'latn' })
      .includes('2513'),
  }
}

function makeNumberSigns(locales: string[], numberingSystem: string): NumberSigns {
  const format = new Intl.NumberFormat(locales, { numberingSystem, minimumFractionDigits: 1 })
  const parts = format.formatToParts(-123_456_789_012)
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const integers = parts.filter(({ type }) => type === 'integer').map(({ value }) => value.length)
  const before = parts.slice(
    0,
    parts.findIndex(({ type }) => type === 'integer'),
  )
  return {
    group: find('group'),
    decimal: find('decimal'),
    minus: before.map(({ value }) => value).join(''),
    primary: integers.at(-1)!,
    secondary: integers.at(-2) ?? 1,
  }
}

/** In the Gregorian calendar, also in languages whose people mostly use another one, such as Thai. */
function makeDayForms(locales: string[], format: Intl.DateTimeFormatOptions): DayForms {
  const formatter = new Intl.DateTimeFormat(locales, { ...format, calendar: 'gregory', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) =>
    formatter
      .formatToParts(Date.UTC(2026, month, 5))
      .map(({ type, value }) =>
        type === 'year' ? '{y}' : type === 'day' ? (value.length === 1 ? '{d}' : '{dd}') : value,
      )
      .join('')
      // As `format` writes it.
      .replaceAll('\u202f', ' '),
  )
}
