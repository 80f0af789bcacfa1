import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { asDict, resolver } from '#lib/pdf/inspect'
import { equalObjects, refKey } from './compare.ts'
import type { TouchedObjects } from './revisions.ts'

/** What a signature allows to happen after it. */
export interface Permissions {
  /** P of the document's certification: 1 nothing, 2 filling in, 3 annotations too; null without one. */
  certification: 1 | 2 | 3 | null
  /** Whether a field (full name) is locked (FieldMDP, ISO 32000-2, 12.8.2.4). */
  isLocked(fieldName: string): boolean
}

interface Field {
  name: string
  type: string | undefined
}

/** Entries of a field or widget that filling in and signing may change. */
const fillable = new Set(['V', 'AP', 'AS', 'F', 'Ff', 'DA', 'Q', 'Type'])
const formEntries = new Set(['Fields', 'DR', 'DA', 'Q', 'NeedAppearances', 'SigFlags'])
const catalogEntries = new Set(['AcroForm', 'DSS', 'Extensions', 'Metadata', 'Version'])

/** An object that both revisions have, and that is not the same in them. */
interface Change {
  ref: PdfRef
  before: PdfObject
  after: PdfObject
}

/** An earlier revision and the file as it is, object by object. */
export class Comparison {
  readonly #old: PDF
  readonly #now: PDF
  readonly #fields: Map<string, Field>
  readonly #pages: Set<string>
  readonly #known = new Map<string, (before: PdfObject, after: PdfObject) => void>()
  readonly #changes: Change[] = []
  /** What nobody permits. */
  readonly #general: Set<string>
  /** Of those who are asked at present. */
  #faults = new Set<string>()
  #permissions: Permissions = { certification: null, isLocked: () => false }

  /** @param touched what the revisions after `old` define anew or free */
  constructor(old: PDF, now: PDF, touched: TouchedObjects) {
    this.#old = old
    this.#now = now
    this.#fields = fieldsByRef(old)
    this.#pages = new Set(old.context.pages.getPages().map(refKey))
    this.#learn()
    this.#compare(touched)
    this.#general = this.#faults
  }

  /**
   * What was changed beyond filling in, signing, and validation data, in sentences. Without certification new fields are
   * permitted (ISO 32000-2, 12.8.2.2: nothing forbids them); under P=2 new signature fields only; under P=1 nothing but
   * validation data.
   */
  forbidden(permissions: Permissions): string[] {
    this.#permissions = permissions
    this.#faults = new Set(this.#general)
    for (const change of this.#changes) this.#judge(change)
    return [...this.#faults]
  }

  #compare(touched: TouchedObjects): void {
    if (this.#old.context.pages.getPageCount() !== this.#now.context.pages.getPageCount()) {
      this.#fault('Pages were added or removed after signing.')
    } else if (
      ![...this.#pages].every((page, at) => page === refKey(this.#now.context.pages.getPages()[at]!))
    ) {
      this.#fault('Pages were exchanged after signing.')
    }
    const rootBefore = this.#old.context.info.trailer.getRef('Root')
    const rootAfter = this.#now.context.info.trailer.getRef('Root')
    if (rootBefore?.objectNumber !== rootAfter?.objectNumber)
      this.#fault('The catalog was exchanged after signing.')
    for (const [number, { generation, inUse }] of touched) {
      const ref = PdfRef.of(number, generation)
      const before = this.#old.context.resolve(ref)
      if (!before || before.type === 'null') continue
      const after = inUse ? this.#now.context.resolve(ref) : null
      if (!after || after.type === 'null') this.#fault(`Object ${number} was deleted after signing.`)
      else if (!equalObjects(before, after)) this.#changes.push({ ref, before, after })
    }
  }

  #judge({ ref, before, after }: Change): void {
    const rule = this.#known.get(refKey(ref))
    const field = this.#fields.get(refKey(ref))
    if (rule) rule(before, after)
    else if (field) this.#judgeField(field, before, after)
    else if (this.#pages.has(refKey(ref))) this.#judgePage(before, after)
    else if (isBookkeeping(before) && isBookkeeping(after)) return
    else this.#fault(`Object ${ref.objectNumber} was changed after signing.`)
  }

  /** Which objects have a rule of their own: the catalog, the form, its parts, arrays of annotations, validation data. */
  #learn(): void {
    const resolve = resolver(this.#old)
    const catalog = this.#old.context.catalog.getDict()
    const form = asDict(catalog.get('AcroForm', resolve))
    const know = (ref: PdfObject | undefined, rule: (before: PdfObject, after: PdfObject) => void) => {
      if (ref instanceof PdfRef) this.#known.set(refKey(ref), rule)
    }
    know(this.#old.context.info.trailer.get('Root'), (before, after) => this.#judgeCatalog(before, after))
    know(this.#old.context.info.trailer.get('Info'), () => {})
    know(catalog.get('Metadata'), () => {})
    know(catalog.get('AcroForm'), (before, after) => this.#judgeForm(before, after))
    know(form?.get('Fields'), (before, after) => this.#judgeFieldList(before, after))
    know(form?.get('DR'), () => {})
    for (const ref of reachable(this.#old, catalog.get('DSS'))) know(ref, () => {})
    for (const ref of this.#old.context.pages.getPages()) {
      know(asDict(resolve(ref))?.get('Annots'), (before, after) => this.#judgeAnnotations(before, after))
    }
  }

  #judgeCatalog(before: PdfObject, after: PdfObject): void {
    for (const key of differingKeys(before, after)) {
      if (!catalogEntries.has(key)) this.#fault(`The catalog's /${key} was changed after signing.`)
    }
    const resolve = resolver(this.#now)
    const formBefore = asDict((before as PdfDict).get('AcroForm', resolver(this.#old)))
    const formAfter = asDict((after as PdfDict).get('AcroForm', resolve))
    if (formBefore && formAfter) this.#judgeForm(formBefore, formAfter)
    else if (formAfter) this.#judgeNewFields(fieldNames(this.#now))
    else if (formBefore) this.#fault('The form was removed after signing.')
  }

  #judgeForm(before: PdfObject, after: PdfObject): void {
    const changed = differingKeys(before, after)
    for (const key of changed) {
      if (!formEntries.has(key)) this.#fault(`The form's /${key} was changed after signing.`)
    }
    const list = (form: PdfObject, pdf: PDF) =>
      asDict(form)?.getArray('Fields', resolver(pdf)) ?? new PdfArray()
    if (changed.includes('Fields')) this.#judgeFieldList(list(before, this.#old), list(after, this.#now))
  }

  #judgeFieldList(before: PdfObject, after: PdfObject): void {
    if (!contains(after, before)) this.#fault('Form fields were removed after signing.')
    const names = fieldNames(this.#old)
    this.#judgeNewFields(new Map([...fieldNames(this.#now)].filter(([name]) => !names.has(name))))
  }

  #judgeNewFields(added: Map<string, string | undefined>): void {
    const { certification } = this.#permissions
    for (const [name, type] of added) {
      if (certification && type !== 'Sig')
        this.#fault(`The form field ${name} was added after certification.`)
    }
  }

  #judgeField({ name, type }: Field, before: PdfObject, after: PdfObject): void {
    const changed = differingKeys(before, after)
    const other = changed.find((key) => !fillable.has(key))
    if (other) this.#fault(`The form field ${name} was changed in its /${other} after signing.`)
    else if (this.#permissions.isLocked(name) && !isTimestamp(this.#now, after)) {
      this.#fault(`The form field ${name} was changed although it is locked.`)
    } else if (type === 'Sig' && asDict(before)?.has('V')) {
      this.#fault(`The signature field ${name} was changed although it is signed.`)
    } else if (this.#permissions.certification === 1 && !isTimestamp(this.#now, after)) {
      this.#fault(`The form field ${name} was filled in although the certification forbids it.`)
    }
  }

  #judgePage(before: PdfObject, after: PdfObject): void {
    const changed = differingKeys(before, after)
    const other = changed.find((key) => key !== 'Annots')
    if (other) this.#fault(`A page was changed in its /${other} after signing.`)
    const list = (page: PdfObject, pdf: PDF) =>
      asDict(page)?.getArray('Annots', resolver(pdf)) ?? new PdfArray()
    if (changed.includes('Annots')) this.#judgeAnnotations(list(before, this.#old), list(after, this.#now))
  }

  #judgeAnnotations(before: PdfObject, after: PdfObject): void {
    if (!contains(after, before)) this.#fault('Annotations were removed after signing.')
    if (this.#permissions.certification === 3) return
    const old = new Set(refs(before))
    const fields = fieldsByRef(this.#now)
    if (refs(after).some((ref) => !old.has(ref) && !fields.has(ref))) {
      this.#fault('Annotations were added after signing.')
    }
  }

  #fault(sentence: string): void {
    this.#faults.add(sentence)
  }
}

/** Every field and widget of the form by its reference; a widget without a name has its field's. */
export function fieldsByRef(pdf: PDF): Map<string, Field> {
  const resolve = resolver(pdf)
  const fields = new Map<string, Field>()
  const form = asDict(pdf.context.catalog.getDict().get('AcroForm', resolve))
  const queue = refsOf(form?.getArray('Fields', resolve)).map((ref) => ({
    ref,
    name: '',
    type: undefined as string | undefined,
  }))
  for (let next = queue.pop(); next; next = queue.pop()) {
    const field = asDict(resolve(next.ref))
    if (!field || fields.has(refKey(next.ref))) continue
    const partial = field.getString('T', resolve)?.asString()
    const name = [next.name, partial].filter(Boolean).join('.')
    const type = field.getName('FT', resolve)?.value ?? next.type
    fields.set(refKey(next.ref), { name, type })
    for (const ref of refsOf(field.getArray('Kids', resolve))) queue.push({ ref, name, type })
  }
  return fields
}

function fieldNames(pdf: PDF): Map<string, string | undefined> {
  return new Map([...fieldsByRef(pdf).values()].map(({ name, type }) => [name, type]))
}

function differingKeys(before: PdfObject, after: PdfObject): string[] {
  const [left, right] = [asDict(before), asDict(after)]
  if (!left || !right || left.type !== right.type) return ['']
  const keys = new Set([...left.keys(), ...right.keys()].map((key) => key.value))
  return [...keys].filter((key) => !equalObjects(left.get(key), right.get(key)))
}

/** Cross-reference and object streams, which later revisions may write over: they carry no content of their own. */
function isBookkeeping(object: PdfObject): boolean {
  return object instanceof PdfStream && ['XRef', 'ObjStm'].includes(object.getName('Type')?.value ?? '')
}

function isTimestamp(pdf: PDF, field: PdfObject): boolean {
  const value = asDict(asDict(field)?.get('V', resolver(pdf)))
  return value?.getName('Type')?.value === 'DocTimeStamp'
}

function contains(list: PdfObject, part: PdfObject): boolean {
  const all = new Set(refs(list))
  return refs(part).every((ref) => all.has(ref))
}

function refs(list: PdfObject): string[] {
  return list instanceof PdfArray ? refsOf(list).map(refKey) : []
}

function refsOf(list: PdfArray | undefined): PdfRef[] {
  return list?.toArray().filter((item): item is PdfRef => item instanceof PdfRef) ?? []
}

/** The references that `from` leads to. */
function reachable(pdf: PDF, from: PdfObject | undefined): PdfRef[] {
  const found = new Map<string, PdfRef>()
  const queue = [from]
  for (let next = queue.pop(); next !== undefined || queue.length > 0; next = queue.pop()) {
    if (next instanceof PdfRef) {
      if (found.has(refKey(next))) continue
      found.set(refKey(next), next)
      queue.push(pdf.context.resolve(next) ?? undefined)
    } else if (next instanceof PdfArray) queue.push(...next.toArray())
    else if (next instanceof PdfDict) for (const [, value] of next) queue.push(value)
  }
  return [...found.values()]
}
