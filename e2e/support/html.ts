import type { APIRequestContext } from '@playwright/test'
import { DomUtils, parseDocument } from 'htmlparser2'

const { findAll, removeElement, textContent } = DomUtils

/** A page as its HTML has it, without a browser. */
interface HtmlPage {
  status: number
  /** The elements in their order, with those that a script puts into their place. */
  elements: ReturnType<typeof findAll>
  /** What they say. */
  text: string
}

const unseen = ['head', 'script', 'style', 'noscript']

/** Reads the HTML that a browser would get. */
export async function readPage(request: APIRequestContext, path: string): Promise<HtmlPage> {
  const response = await request.get(path, { headers: { 'accept-language': 'en-GB' } })
  const { children } = parseDocument(await response.text())
  for (const element of findAll(({ name }) => unseen.includes(name), children)) removeElement(element)
  return {
    status: response.status(),
    elements: findAll(() => true, children),
    text: normalize(textContent(children)),
  }
}

/** The headings of a page. */
export const headings = ({ elements }: HtmlPage) =>
  elements.filter(({ name }) => /^h\d$/.test(name)).map((element) => normalize(textContent(element)))

const normalize = (text: string) => text.replace(/\s+/g, ' ').trim()
