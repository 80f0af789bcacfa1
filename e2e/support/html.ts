import type { APIRequestContext } from '@playwright/test'
import { DomUtils, parseDocument } from 'htmlparser2'

const { findAll, removeElement, textContent } = DomUtils

type Element = ReturnType<typeof findAll>[number]

/** A page as its HTML has it, without a browser. */
interface HtmlPage {
  status: number
  /** The elements in their order, with those that a script puts into their place. */
  elements: Element[]
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

/** The headings of a page that are seen, without those that only a script would put into their place. */
export const headings = ({ elements }: HtmlPage) =>
  elements
    .filter((element) => /^h\d$/.test(element.name) && !isHidden(element))
    .map((element) => normalize(textContent(element)))

/** The controls in the main part of a page. */
export const controls = ({ elements }: HtmlPage) => {
  const main = elements.filter(({ name }) => name === 'main')
  return findAll(({ name }) => /^(button|input|select|textarea)$/.test(name), main)
}

/** The paths of the links to other pages of the service. */
export const linkPaths = ({ elements }: HtmlPage) =>
  elements
    .filter(({ name, attribs: { href } }) => name === 'a' && href?.startsWith('/'))
    .map(({ attribs: { href } }) => new URL(href!, 'http://localhost').pathname)

function isHidden(element: Element): boolean {
  const parent = element.parentNode as Element | null
  return (
    'hidden' in (element.attribs ?? {}) ||
    element.name === 'template' ||
    (parent !== null && isHidden(parent))
  )
}

const normalize = (text: string) => text.replace(/\s+/g, ' ').trim()
