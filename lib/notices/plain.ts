import { signerEmailTexts } from '#lib/messages/emails'
import { fill } from '#lib/messages/fill'
import type { EmailBody } from './email-body.ts'

/** The plain-text part of an email, with the same text in the same order. */
export function plainText(body: EmailBody): string {
  const texts = signerEmailTexts[body.language]
  const { quote, facts = [], action } = body
  const labelled = (label: string) => fill(texts.labelled, { label })
  const parts = [
    body.letterhead,
    body.test && texts.test,
    body.heading,
    body.body,
    body.code,
    quote && [labelled(quote.label), ...quote.lines.map((line) => `> ${line}`.trimEnd())].join('\n'),
    facts.map(({ label, value }) => `${labelled(label)} ${value}`).join('\n'),
    action && `${labelled(action.label)}\n${action.href}`,
    body.after,
    `--\n${body.footer}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}
