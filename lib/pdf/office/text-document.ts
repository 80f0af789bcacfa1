import { Zip, ZipError } from './zip.ts'

export type TextDocumentType = 'docx' | 'odt'

/** The type of a text document that can be converted, or why it cannot. The message is for the person who uploaded it. */
export type TextDocumentCheck =
  | { ok: true; type: TextDocumentType }
  | { ok: false; reason: 'not_pdf' | 'corrupt' | 'linked_content'; message: string }

/**
 * Checks a DOCX or ODT before another program opens it: nothing of it may be loaded from elsewhere, neither from the
 * network nor from a local file.
 */
export async function checkTextDocument(bytes: Uint8Array): Promise<TextDocumentCheck> {
  let type: TextDocumentType | null = null
  try {
    const zip = new Zip(bytes)
    type = await typeOf(zip)
    if (type) {
      await assertWhole(zip, type)
      return (await loadsContent(zip, type)) ? linkedContent() : { ok: true, type }
    }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    const message =
      'This file is damaged or protected. Save it again without a password, or export it to PDF.'
    if (type) return { ok: false, reason: 'corrupt', message }
  }
  const message = 'This is neither a PDF nor a file that can be converted to PDF, or it is damaged.'
  return { ok: false, reason: 'not_pdf', message }
}

async function loadsContent(zip: Zip, type: TextDocumentType): Promise<boolean> {
  for (const name of zip.names.filter((name) => /\.(xml|rels)$/i.test(name))) {
    const xml = withoutReferences((await zip.text(name))!)
    if (xml.includes('\0') || /<!(DOCTYPE|ENTITY)/i.test(xml)) throw new ZipError(`${name} is not plain XML.`)
    if (type === 'docx' ? linksInDocx(name, xml) : linksInOdt(xml)) return true
  }
  return false
}

async function typeOf(zip: Zip): Promise<TextDocumentType | null> {
  const mimeType = await zip.text('mimetype')
  if (mimeType) return mimeType.trim() === 'application/vnd.oasis.opendocument.text' ? 'odt' : null
  const contentTypes = await zip.text('[Content_Types].xml')
  return contentTypes?.includes('wordprocessingml.document.main+xml') ? 'docx' : null
}

/** LibreOffice would make an empty page of a document whose text is missing. @throws ZipError */
async function assertWhole(zip: Zip, type: TextDocumentType): Promise<void> {
  const contentTypes = (await zip.text('[Content_Types].xml')) ?? ''
  const mainPart = /PartName="\/([^"]+)"\s+ContentType="[^"]*wordprocessingml\.document\.main\+xml"/.exec(
    contentTypes,
  )
  const xml = await zip.text(type === 'odt' ? 'content.xml' : (mainPart?.[1] ?? 'word/document.xml'))
  if (!xml || !/<\/([\w.-]+:)?document(-content)?>\s*$/.test(xml)) throw new ZipError('The text is missing.')
}

/** Replaces the character references of XML, which could hide an attribute's value. */
function withoutReferences(xml: string): string {
  return xml.replaceAll(/&#(x[0-9a-f]{1,6}|[0-9]{1,7});/gi, (_, code: string) => {
    const number = code[0]!.toLowerCase() === 'x' ? Number.parseInt(code.slice(1), 16) : Number(code)
    return number <= 0x10ffff ? String.fromCodePoint(number) : ''
  })
}

/** A hyperlink loads nothing, and the name of a template is only a property. */
const harmlessRelationship = /\/(hyperlink|attachedTemplate)["']/
const linkingFields = /INCLUDETEXT|INCLUDEPICTURE|DDE|IMPORT/i

function linksInDocx(name: string, xml: string): boolean {
  if (/\.rels$/i.test(name)) {
    const relationships = xml.match(/<[\w:]*Relationship\s[^>]*>/g) ?? []
    return relationships.some(
      (relationship) =>
        /\/aFChunk["']/i.test(relationship) ||
        (/TargetMode\s*=\s*["']\s*External/i.test(relationship) && !harmlessRelationship.test(relationship)),
    )
  }
  const instructions = [...xml.matchAll(/instrText\b[^>]*>([^<]*)|\binstr\s*=\s*["']([^"']*)/g)]
  return linkingFields.test(instructions.map(([, text, attribute]) => text ?? attribute).join(''))
}

/** An address, or a path that leads out of the archive. */
const outside = /^\s*([a-z][a-z\d+.-]*:|\/|\\|\.\.)/i

function linksInOdt(xml: string): boolean {
  const tags = xml.match(/<[\w.-]+(:[\w.-]+)?\s[^>]*>/g) ?? []
  return tags.some((tag) => {
    const element = /^<(?:[\w.-]+:)?([\w.-]+)/.exec(tag)![1]!
    if (element === 'section-source' || element.startsWith('dde-')) return true
    const target = /[\w.-]+:href\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(tag)
    return element !== 'a' && target !== null && outside.test(target[1] ?? target[2]!)
  })
}

function linkedContent(): TextDocumentCheck {
  const message =
    'This document loads content from elsewhere, such as a linked image. Embed it, or export the document to PDF.'
  return { ok: false, reason: 'linked_content', message }
}
