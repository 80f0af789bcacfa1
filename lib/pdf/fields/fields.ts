import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, type PdfStream } from '@libpdf/core'
import { asDict, resolver } from '../check/inspect.ts'
import { dict, numberArray, textArray, textString } from '../file/objects.ts'
import { normalizeRotation, type PageGeometry } from '../geometry.ts'
import type { Structure } from '../structure.ts'
import type { FontBook } from '../text/fonts.ts'
import { alignments, type EngineSigner, type FieldType, type Zone } from '../zones.ts'
import {
  makeCheckboxAppearance,
  makeEmptyAppearance,
  makeOptionsAppearance,
  makeRadioAppearance,
  makeTextAppearance,
  stampAppearance,
} from './appearance.ts'
import { buttonState, isButton, isOn, stateName } from './buttons.ts'
import type { AppearanceBox } from './drawing.ts'
import { annotationRect, computeBox, type TurnedBox } from './field-box.ts'
import { fieldFlags } from './flags.ts'
import { panelBox, writeZones } from './panel.ts'
import { defaultAppearance } from './text-style.ts'

/** Purpose of one of our fields. The last three are the platform's hidden fields. */
type FieldRole = FieldType | 'certification' | 'seal' | 'timestamp'

/** The parts of a field's name. */
interface FieldId {
  /** Same for all fields of one process in a file; a file may have fields of an earlier process too. */
  tag: string
  role: FieldRole
  signer: string
  /** `Zone.id`; for a group of radio buttons that of its first zone. */
  zone: string
}

/** A page that receives fields. */
export interface FieldPage {
  ref: PdfRef
  geometry: PageGeometry
}

/** Annotation flags (ISO 32000-2, table 167): Print; Print and Locked. */
const printFlag = 4
export const printAndLockFlags = 132
/** Print, ReadOnly, Locked, LockedContents. */
const stampFlags = 4 | 64 | 128 | 512

/**
 * The partial name of a field: ASCII without periods, which partial names must not contain (ISO 32000-2, 12.7.4.2).
 */
export function fieldName(id: FieldId): string {
  return ['paraph', id.tag, id.role, encodeId(id.signer), encodeId(id.zone)].filter(Boolean).join('-')
}

/** The inverse of `fieldName`; null for a field that is not one of ours. */
export function parseFieldName(name: string): FieldId | null {
  const [paraph, tag, role, signer = '', zone = '', ...rest] = name.split('-')
  if (paraph !== 'paraph' || !tag || !role || rest.length > 0) return null
  return { tag, role: role as FieldRole, signer: decodeId(signer), zone: decodeId(zone) }
}

/** The name reserved for a document time stamp (ISO 32000-2, 12.8.5). The field itself is not created. */
export function timestampName(tag: string): string {
  return fieldName({ tag, role: 'timestamp', signer: '', zone: '' })
}

function encodeId(id: string): string {
  return [...Buffer.from(id)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /\w/.test(character) ? character : `~${byte.toString(16).padStart(2, '0')}`
    })
    .join('')
}

export function decodeId(text: string): string {
  const latin = text.replace(/~([0-9a-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(latin, 'latin1').toString()
}

/** The fields listed in the form's /Fields, in order. */
export function topFields(pdf: PDF): { name: string; dict: PdfDict; ref: PdfRef }[] {
  const resolve = resolver(pdf)
  const form = asDict(pdf.context.catalog.getDict().get('AcroForm', resolve))
  const fields = form?.getArray('Fields', resolve)?.toArray() ?? []
  return fields.flatMap((ref) => {
    const field = ref instanceof PdfRef ? asDict(resolve(ref)) : null
    return field
      ? [{ name: field.getString('T', resolve)?.asString() ?? '', dict: field, ref: ref as PdfRef }]
      : []
  })
}

/**
 * Adds fields to a document, and to its structure where it has to be kept; make one per increment. `write` puts the
 * widgets on their pages.
 */
export class FieldMaker {
  readonly #pdf: PDF
  readonly #fonts: FontBook
  readonly #tag: string
  readonly #fields: PdfArray
  readonly #annotations = new Map<PdfRef, PdfRef[]>()
  readonly #shared = new Map<string, PdfRef>()
  readonly #structure: Structure | null

  constructor(pdf: PDF, fonts: FontBook, form: PdfDict, tag: string, structure: Structure | null = null) {
    this.#structure = structure
    this.#pdf = pdf
    this.#fonts = fonts
    this.#tag = tag
    this.#fields = form.getArray('Fields', resolver(pdf))!
  }

  /** An empty signature field in the signer's zone; its lock (12.7.5.5) names it and the fields in `others`. */
  signature(zone: Zone, page: FieldPage, others: readonly string[]): void {
    const name = this.#name(zone)
    const widget = this.#widget(zone, page, this.#empty(computeBox(zone, page.geometry)))
    widget.set('FT', PdfName.of('Sig'))
    widget.set('Lock', this.#lock('Include', [name, ...others]))
    this.#add(widget, name, page, zone.label)
  }

  /**
   * One signature field over zones of a signer on a page, for a file that was signed before and takes no other fields.
   * @param index from 1, among the signer's panels of the page
   */
  panel(zones: readonly Zone[], page: FieldPage, index = 1): void {
    const { signer, page: number } = zones[0]!
    // Older versions of pyHanko also lock fields whose names begin with a locked name: no number ends this one.
    const name = fieldName({ tag: this.#tag, role: 'signature', signer, zone: `page-${number}-${index}-` })
    const box = panelBox(zones)
    const widget = this.#widget(box, page, this.#empty(computeBox(box, page.geometry)))
    widget.set('FT', PdfName.of('Sig'))
    widget.set('Lock', this.#lock('Include', [name]))
    writeZones(widget, zones)
    this.#add(widget, name, page, zones.find(({ type }) => type === 'signature')?.label)
  }

  /** An invisible signature field for a signer without a zone. @returns the field's name */
  hiddenSignature(signer: EngineSigner, page: FieldPage, others: readonly string[]): string {
    const name = fieldName({ tag: this.#tag, role: 'signature', signer: signer.id, zone: 'hidden' })
    this.#hidden(name, page, signer.name, this.#lock('Include', [name, ...others]))
    return name
  }

  /** Adds the hidden field of the platform's certification. @param platform the platform's name */
  certification(page: FieldPage, platform: string): PdfDict {
    return this.#hidden(this.#platformName('certification'), page, platform)
  }

  /** Adds the hidden field of the platform's seal. @param locks whether it locks all fields but the document time stamp's */
  seal(page: FieldPage, platform: string, { locks = true } = {}): PdfDict {
    const lock = locks ? this.#lock('Exclude', [timestampName(this.#tag)]) : undefined
    return this.#hidden(this.#platformName('seal'), page, platform, lock)
  }

  /** A field for a zone that is no signature, or for a group of radio buttons. @returns the fields' names */
  value(zones: readonly Zone[], page: (zone: Zone) => FieldPage): string[] {
    const [zone] = zones
    if (!zone) return []
    if (isButton(zone)) return this.#radioGroup(zones, page)
    const fieldPage = page(zone)
    const box = computeBox(zone, fieldPage.geometry)
    const widget = this.#widget(zone, fieldPage, this.#empty(box))
    if (zone.type === 'checkbox') this.#makeCheckbox(widget, zone, box)
    else if (zone.type === 'radio') this.#makeOptions(widget, zone, box)
    else this.#makeText(widget, zone, box)
    widget.set('Ff', PdfNumber.of((widget.getNumber('Ff')?.value ?? 0) | commonFlags(zone)))
    this.#add(widget, this.#name(zone), fieldPage, zone.label)
    return [this.#name(zone)]
  }

  /** Large pale text across a page, as an annotation that cannot be moved or hidden (ISO 32000-2, 12.5.6.12). */
  stamp(text: string, page: FieldPage): void {
    const whole = { x: 0, y: 0, width: page.geometry.width, height: page.geometry.height }
    const box = computeBox(whole, page.geometry)
    const appearance = this.#share(`stamp ${sizeKey(box)} ${text}`, () =>
      stampAppearance(this.#fonts, box, text),
    )
    const annotation = dict({
      Type: '/Annot',
      Subtype: '/Stamp',
      F: stampFlags,
      Rect: annotationRect(page.geometry, whole),
      P: page.ref,
      AP: dict({ N: appearance }),
      Contents: textString(text),
    })
    this.#annotate(page, annotation, 'Annot')
  }

  /** Adds the collected widgets to /Annots of their pages. */
  write(): void {
    const resolve = resolver(this.#pdf)
    for (const [ref, widgets] of this.#annotations) {
      const page = asDict(resolve(ref))
      const present = page?.getArray('Annots', resolve)?.toArray() ?? []
      page?.set('Annots', new PdfArray([...present, ...widgets]))
    }
  }

  #makeText(widget: PdfDict, zone: Zone, box: AppearanceBox): void {
    if (zone.type === 'dropdown') {
      widget.set('FT', PdfName.of('Ch'))
      widget.set('Ff', PdfNumber.of(fieldFlags.combo | (zone.editable ? fieldFlags.edit : 0)))
      widget.set('Opt', textArray(zone.options ?? []))
    } else {
      widget.set('FT', PdfName.of('Tx'))
      const hasSeveralLines = box.height > 30 || zone.value?.includes('\n') === true
      const isMultiline = zone.type === 'text' && hasSeveralLines && !zone.cells
      widget.set('Ff', PdfNumber.of(zone.cells ? fieldFlags.comb : isMultiline ? fieldFlags.multiline : 0))
      if (zone.cells) widget.set('MaxLen', PdfNumber.of(zone.cells))
    }
    if (zone.align) widget.set('Q', PdfNumber.of(alignments.indexOf(zone.align)))
    widget.set('DA', textString(defaultAppearance(zone, box)))
    if (zone.value && zone.type !== 'signature' && zone.type !== 'initials') {
      widget.set('V', textString(zone.value))
      widget.set('AP', dict({ N: this.#register(makeTextAppearance(this.#fonts, box, zone.value, zone)) }))
    }
  }

  #makeCheckbox(widget: PdfDict, zone: Zone, box: AppearanceBox): void {
    const state = isOn(zone.value) ? '/Yes' : '/Off'
    const off = this.#share(`check ${sizeKey(box)}`, () => makeCheckboxAppearance(this.#fonts, box, false))
    const on = this.#share(`checked ${sizeKey(box)}`, () => makeCheckboxAppearance(this.#fonts, box, true))
    widget.set('FT', PdfName.of('Btn'))
    widget.set('AP', dict({ N: dict({ Yes: on, Off: off }) }))
    widget.set('V', PdfName.of(state.slice(1)))
    widget.set('AS', PdfName.of(state.slice(1)))
  }

  /** One widget with a state for each option: later revisions then change a single field. */
  #makeOptions(widget: PdfDict, zone: Zone, box: AppearanceBox): void {
    const options = zone.options ?? []
    const states = new PdfDict()
    for (const [index, option] of options.entries()) {
      states.set(stateName(option), this.#register(makeOptionsAppearance(this.#fonts, box, options, index)))
    }
    states.set('Off', this.#register(makeOptionsAppearance(this.#fonts, box, options, -1)))
    const selected = zone.value !== undefined && options.includes(zone.value) ? stateName(zone.value) : 'Off'
    widget.set('FT', PdfName.of('Btn'))
    widget.set('Ff', PdfNumber.of(fieldFlags.radio | fieldFlags.noToggleToOff))
    widget.set('AP', dict({ N: states }))
    widget.set('V', PdfName.of(selected))
    widget.set('AS', PdfName.of(selected))
  }

  /** One field whose buttons are named kids: difference analysis takes a filled unnamed one for tampering. */
  #radioGroup(zones: readonly Zone[], page: (zone: Zone) => FieldPage): string[] {
    const [first] = zones
    const name = this.#name(first!)
    const selected = zones.find((zone) => isOn(zone.value))
    const group = dict({
      FT: '/Btn',
      Ff:
        fieldFlags.radio | fieldFlags.noToggleToOff | zones.reduce((sum, zone) => sum | commonFlags(zone), 0),
      T: name,
    })
    const tooltip = first!.label ?? first!.group
    if (tooltip) group.set('TU', textString(tooltip))
    group.set('V', PdfName.of(selected ? buttonState(selected) : 'Off'))
    const parent = this.#pdf.context.register(group)
    const kids = zones.map((zone) => {
      const fieldPage = page(zone)
      const box = computeBox(zone, fieldPage.geometry)
      const kind = zone.square ? 'check' : 'radio'
      const draw = zone.square ? makeCheckboxAppearance : makeRadioAppearance
      const off = this.#share(`${kind} ${sizeKey(box)}`, () => draw(this.#fonts, box, false))
      const checked = this.#share(`${kind}ed ${sizeKey(box)}`, () => draw(this.#fonts, box, true))
      const widget = this.#widget(zone, fieldPage, off)
      widget.set('AP', dict({ N: dict({ [buttonState(zone)]: checked, Off: off }) }))
      widget.set('AS', PdfName.of(zone === selected ? buttonState(zone) : 'Off'))
      widget.set('T', textString(encodeId(zone.id)))
      if (zone.label) widget.set('TU', textString(zone.label))
      widget.set('Parent', parent)
      return this.#annotate(fieldPage, widget, 'Form')
    })
    group.set('Kids', new PdfArray(kids))
    this.#fields.push(parent)
    return [name, ...zones.map((zone) => `${name}.${encodeId(zone.id)}`)]
  }

  /** Adds a signature field of zero size, which readers do not show (ISO 32000-2, 12.7.5.5). */
  #hidden(name: string, page: FieldPage, label: string, lock?: PdfRef): PdfDict {
    const widget = dict({
      Type: '/Annot',
      Subtype: '/Widget',
      FT: '/Sig',
      F: printAndLockFlags,
      Rect: numberArray([0, 0, 0, 0]),
      P: page.ref,
      AP: dict({ N: this.#empty({ width: 0, height: 0, rotation: 0, userUnit: 1 }) }),
      Lock: lock,
    })
    this.#add(widget, name, page, label)
    return widget
  }

  /** A lock in a signature field has to be an indirect object (table 235). */
  #lock(action: 'Include' | 'Exclude', names: readonly string[]): PdfRef {
    return this.#pdf.context.register(fieldLock('SigFieldLock', action, names))
  }

  #platformName(role: 'certification' | 'seal'): string {
    return fieldName({ tag: this.#tag, role, signer: '', zone: '' })
  }

  #widget(zone: TurnedBox, page: FieldPage, appearance: PdfRef): PdfDict {
    const { geometry } = page
    return dict({
      Type: '/Annot',
      Subtype: '/Widget',
      F: printFlag,
      Rect: annotationRect(geometry, zone),
      P: page.ref,
      MK: dict({ R: normalizeRotation(geometry.rotation + (zone.rotation ?? 0)) }),
      AP: dict({ N: appearance }),
    })
  }

  #add(widget: PdfDict, name: string, page: FieldPage, label?: string): void {
    widget.set('T', textString(name))
    if (label) widget.set('TU', textString(label))
    this.#fields.push(this.#annotate(page, widget, 'Form'))
  }

  /** @param type of the structure element */
  #annotate(page: FieldPage, annotation: PdfDict, type: 'Form' | 'Annot'): PdfRef {
    const ref = this.#pdf.context.register(annotation)
    const annotations = this.#annotations.get(page.ref)
    if (annotations) annotations.push(ref)
    else this.#annotations.set(page.ref, [ref])
    this.#structure?.addAnnotation(type, annotation, ref, page.ref)
    return ref
  }

  #name(zone: Zone): string {
    return fieldName({ tag: this.#tag, role: zone.type, signer: zone.signer, zone: zone.id })
  }

  #empty(box: AppearanceBox): PdfRef {
    return this.#share(`empty ${sizeKey(box)}`, () => makeEmptyAppearance(this.#fonts, box))
  }

  #share(key: string, make: () => PdfStream): PdfRef {
    let ref = this.#shared.get(key)
    if (!ref) {
      ref = this.#register(make())
      this.#shared.set(key, ref)
    }
    return ref
  }

  #register(stream: PdfStream): PdfRef {
    return this.#pdf.context.register(stream)
  }
}

/** A lock dictionary (tables 236 and 259), `type` being SigFieldLock in a field and TransformParams in a signature. */
export function fieldLock(
  type: 'SigFieldLock' | 'TransformParams',
  action: 'Include' | 'Exclude',
  names: readonly string[],
): PdfDict {
  return dict({
    Type: `/${type}`,
    V: type === 'TransformParams' ? PdfName.of('1.2') : undefined,
    Action: `/${action}`,
    Fields: textArray(names),
  })
}

function commonFlags(zone: Zone): number {
  const isDrawn = zone.type === 'signature' || zone.type === 'initials'
  return (zone.readOnly || isDrawn ? fieldFlags.readOnly : 0) | (zone.required ? fieldFlags.required : 0)
}

function sizeKey(box: AppearanceBox): string {
  return `${box.width} ${box.height} ${box.rotation} ${box.userUnit}`
}
