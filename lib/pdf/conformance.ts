import { type PDF, PdfArray, type PdfDict, PdfName, PdfRef, PdfStream } from '@libpdf/core'
import { asDict, resolver } from './check/inspect.ts'
import { dict, numberArray } from './file/objects.ts'
import { readXmpProperties } from './xmp.ts'

/** The standards that the metadata of a file claims. */
interface Conformance {
  /** PDF/A (ISO 19005): the part, and the level `a`, `b`, `u`, `e`, `f` or none; null without a claim. */
  archive: { part: number; level: string } | null
  /** PDF/UA (ISO 14289): the part; null without a claim. */
  accessible: number | null
}

/** What drawings in a file must observe, so that the file keeps the standard that it claims. */
export interface DrawingRules {
  /** The colour space of drawings; null: DeviceRGB, as the file permits it. */
  colourSpace: PdfArray | null
  /** Soft masks and blend modes are permitted. */
  transparency: boolean
  /** Subsets of fonts list their glyphs in /CIDSet (ISO 19005-1, 6.3.5). */
  cidSet: boolean
  /** Fields that show nothing have an appearance, too (ISO 19005-1, 6.9). */
  emptyAppearances: boolean
  /** What is added is part of the logical structure (ISO 32000-2, 14.7). */
  tagged: boolean
  /** The part of PDF/UA, as the second one describes annotations in another way (ISO 14289-2, 8.9 and 8.10). */
  accessible: number | null
}

const archiveNamespace = 'http://www.aiim.org/pdfa/ns/id/'
const accessibleNamespace = 'http://www.aiim.org/pdfua/ns/id/'

const rulesByFile = new WeakMap<PDF, DrawingRules>()

/** The rules for drawings in the file as it was opened. */
export function findDrawingRules(pdf: PDF): DrawingRules {
  const rules = rulesByFile.get(pdf) ?? makeRules(pdf)
  rulesByFile.set(pdf, rules)
  return rules
}

/** The names of the standards that the file claims, such as `PDF/A-2b`. */
export function listStandards(pdf: PDF): string[] {
  const { archive, accessible } = readConformance(pdf)
  return [
    ...(archive ? [`PDF/A-${archive.part}${archive.level}`] : []),
    ...(accessible ? [`PDF/UA-${accessible}`] : []),
  ]
}

/**
 * Those of them that the signed file does not keep: in a file that was signed before, new fields cannot become part of
 * the structure, and without a structure none can.
 */
export function listLostStandards(pdf: PDF, isSigned: boolean): string[] {
  const hasStructure = pdf.context.catalog.getDict().getRef('StructTreeRoot') !== undefined
  return isSigned || !hasStructure ? listStandards(pdf).filter((name) => name.startsWith('PDF/UA')) : []
}

function readConformance(pdf: PDF): Conformance {
  const properties = readXmpProperties(pdf, [archiveNamespace, accessibleNamespace])
  const read = (namespace: string, name: string) => properties.get(`{${namespace}}${name}`)?.trim() ?? ''
  const part = /^[1-4]$/.exec(read(archiveNamespace, 'part'))?.[0]
  const level = /^[ABUEF]$/i.exec(read(archiveNamespace, 'conformance'))?.[0] ?? ''
  const accessible = /^[12]$/.exec(read(accessibleNamespace, 'part'))?.[0]
  return {
    archive: part ? { part: Number(part), level: level.toLowerCase() } : null,
    accessible: accessible ? Number(accessible) : null,
  }
}

function makeRules(pdf: PDF): DrawingRules {
  const { archive, accessible } = readConformance(pdf)
  const tagged = accessible !== null || archive?.level === 'a'
  if (!archive)
    return {
      colourSpace: null,
      transparency: true,
      cidSet: false,
      emptyAppearances: false,
      tagged,
      accessible,
    }
  const components = readIntentComponents(pdf)
  return {
    // Part 4 permits other output intents on single pages.
    colourSpace: components.includes(3) && archive.part < 4 ? null : calibratedRgb(),
    // Without an output intent, pages with transparency need a colour space for blending (ISO 19005-2, 6.2.10).
    transparency: archive.part > 1 && components.length > 0,
    cidSet: archive.part === 1,
    emptyAppearances: archive.part === 1,
    tagged,
    accessible,
  }
}

/** The numbers of colour components of the file's PDF/A output intents (ISO 19005-2, 6.2.3). */
function readIntentComponents(pdf: PDF): number[] {
  const resolve = resolver(pdf)
  const intents = pdf.context.catalog.getDict().getArray('OutputIntents', resolve)?.toArray() ?? []
  return intents.flatMap((item) => {
    const intent: PdfDict | null = asDict(item instanceof PdfRef ? resolve(item) : item)
    if (intent?.getName('S', resolve)?.value !== 'GTS_PDFA1') return []
    const profile = intent.get('DestOutputProfile', resolve)
    return profile instanceof PdfStream ? (profile.getNumber('N', resolve)?.value ?? []) : []
  })
}

/** A colour space that depends on no device (ISO 32000-2, 8.6.5.3), with the primaries of sRGB. */
function calibratedRgb(): PdfArray {
  const parameters = dict({
    WhitePoint: numberArray([0.951, 1, 1.089]),
    Gamma: numberArray([2.2, 2.2, 2.2]),
    Matrix: numberArray([0.412, 0.213, 0.019, 0.358, 0.715, 0.119, 0.18, 0.072, 0.95]),
  })
  return PdfArray.of(PdfName.of('CalRGB'), parameters)
}
