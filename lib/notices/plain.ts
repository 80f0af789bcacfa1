import type { EmailBody } from './email-body.ts'
import { fill, languages } from './texts/languages.ts'

/** The plain-text part of a mail: the same words in the same order. */
export function plainText(sheet: EmailBody): string {
  const texts = languages[sheet.language]
  const { quote, facts = [], action } = sheet
  const labelled = (label: string) => fill(texts.labelled, { label })
  const parts = [
    sheet.letterhead,
    sheet.test && texts.test,
    sheet.heading,
    sheet.body,
    sheet.code,
    quote && [labelled(quote.label), ...quote.lines.map((line) => `> ${line}`.trimEnd())].join('\n'),
    facts.map(({ label, value }) => `${labelled(label)} ${value}`).join('\n'),
    action && `${labelled(action.label)}\n${action.href}`,
    sheet.after,
    `--\n${sheet.why}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}
