import { type APIRequestContext, expect } from '@playwright/test'
import { DomUtils, parseDocument } from 'htmlparser2'

/** An email as the mailbox shows it. */
export interface ReadMail {
  subject: string
  text: string
  /** The URLs in the text. */
  links: string[]
}

const { getElementsByTagName, textContent } = DomUtils

/** Waits for the newest email to `address` with a matching subject, after the first `after` of them, and reads it. */
export async function readNewestMail(
  request: APIRequestContext,
  address: string,
  subject: RegExp,
  after: number,
): Promise<ReadMail> {
  const mailbox = `/mailbox?${new URLSearchParams({ to: address })}`
  let path = ''
  await expect(async () => {
    // As text: a browser would load the page again and again.
    const mails = getElementsByTagName('tr', await open(request, mailbox)).filter(
      (row) => textContent(row).includes(address) && subject.test(textContent(row)),
    )
    expect(mails.length, `emails to ${address}`).toBeGreaterThan(after)
    path = getElementsByTagName('a', mails[0]!)[0]!.attribs.href!
  }).toPass({ timeout: 30_000, intervals: [100, 200, 400] })
  const page = await open(request, path)
  const [heading, text] = ['h1', 'pre'].map((name) => textContent(getElementsByTagName(name, page)))
  return { subject: heading!, text: text!, links: text!.match(/https?:\/\/[^\s<>"]+/g) ?? [] }
}

async function open(request: APIRequestContext, path: string) {
  return parseDocument(await (await request.get(path)).text())
}
