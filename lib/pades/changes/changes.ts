import { type PDF, PdfArray, type PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { isXmpWellFormed } from '#lib/pdf/xmp'
import {
  contains,
  differingKeys,
  equalObjects,
  hasNewDirect,
  isStructuralStream,
  refKey,
  refsOf,
} from './compare.ts'
import { type FormField, fieldsByRef, reachable, refsWithin, textOf, toRefs } from './form-tree.ts'
import {
  entryChanged,
  type FillKind,
  fillMessage,
  metadataChanged,
  metadataMalformed,
  validationAdded,
} from './messages.ts'
import { levelOf, type Modification, type ModificationKind, type Permissions } from './modifications.ts'
import type { TouchedObjects } from './revisions.ts'
import { fieldOwners, isTimestamp } from './signature-fields.ts'

/** Entries of a field or widget dictionary that filling in and signing may change. */
const fillableEntries = new Set(['V', 'AP', 'AS', 'F', 'Ff', 'DA', 'Q', 'Type'])
/** Entries of the form dictionary (/AcroForm) that filling in and signing may change. */
const formEntries = new Set(['Fields', 'DR', 'DA', 'Q', 'NeedAppearances', 'SigFlags'])
/** Entry of the catalog → kind of modification that its change is; any other entry must stay. */
const catalogKinds: Record<string, ModificationKind> = {
  DSS: 'validation_data',
  Extensions: 'validation_data',
  Metadata: 'metadata',
  Version: 'metadata',
}

/** Stands for the trailer, which has no number, among the objects that refer to others: 0 is no object's number. */
const trailer = PdfRef.of(0)

/** An object of both revisions that differs between them. */
interface Change {
  ref: PdfRef
  before: PdfObject
  after: PdfObject
  /** Offset of the newest cross-reference section that redefines the object. */
  offset: number
}

/** Records the modifications that a change consists of, each permitted or forbidden. */
type Rule = (change: Change) => void

/** The rule for an object whose use is known. With `holders`, it applies only while no other objects refer to it. */
interface KnownObject {
  rule: Rule
  /** Numbers of the only objects that may refer to it. */
  holders?: ReadonlySet<number>
}

/** Compares an earlier revision with the current file, object by object. */
export class Comparison {
  readonly #old: PDF
  readonly #now: PDF
  readonly #touched: TouchedObjects
  /** Fields of the old revision by `refKey`. */
  readonly #fields: Map<string, FormField>
  readonly #fieldsNow: Map<string, FormField>
  readonly #pages: Set<string>
  /** Rules by `refKey`. */
  readonly #known = new Map<string, KnownObject>()
  /** Object number → numbers of the old objects that refer to it; null when not passed. */
  readonly #referrers: Map<number, Set<number>> | null
  readonly #changes: Change[] = []
  /** Names of the signature fields whose signer fills in a field. */
  readonly #owners: (fieldName: string) => string[]
  /** Modifications that no signature permits. */
  readonly #general: Modification[]
  /** Modifications of the signature being judged. */
  #found: Modification[] = []
  #permissions: Permissions = { certification: null, isLocked: () => false }

  /**
   * @param touched objects that revisions after `oldPdf` define or free
   * @param referrers which objects of `now` refer to the touched ones (`referrersTo`). Without it, two checks are
   * left out: references of the old revision to missing objects that were added later, and changed objects that are
   * used in several places
   */
  constructor(oldPdf: PDF, now: PDF, touched: TouchedObjects, referrers?: Map<number, Set<number>>) {
    this.#old = oldPdf
    this.#now = now
    this.#touched = touched
    this.#fields = fieldsByRef(oldPdf)
    this.#fieldsNow = fieldsByRef(now)
    this.#pages = new Set(oldPdf.context.pages.getPages().map(refKey))
    this.#owners = fieldOwners(oldPdf)
    this.#referrers = referrers ? this.#referrersBefore(referrers) : null
    this.#registerRules()
    this.#compare()
    this.#forbidAddedTargets()
    this.#general = this.#found
  }

  /**
   * The modifications by later revisions. Permitted are validation data, filling in, signing, and new signature
   * fields; under a certification with P=1 validation data only, with P=3 annotations too.
   */
  modifications(permissions: Permissions): Modification[] {
    this.#permissions = permissions
    this.#found = [...this.#general]
    for (const change of this.#changes) this.#judge(change)
    // Filling in a field also changes its appearance: report it once.
    const filled = this.#found.filter(({ kind }) => kind === 'field_filled')
    const filledNames = new Set(filled.map(({ fieldName }) => fieldName))
    // Changes with the same message are reported once.
    const unique = new Map(this.#found.map((modification) => [modification.message, modification]))
    return [...unique.values()].filter(
      ({ kind, fieldName }) => kind !== 'field_appearance' || !filledNames.has(fieldName),
    )
  }

  /** Messages of the modifications that are not permitted. */
  forbidden(permissions: Permissions): string[] {
    return this.modifications(permissions).flatMap(({ permitted, message }) => (permitted ? [] : [message]))
  }

  #compare(): void {
    const newestSection = Math.max(0, ...[...this.#touched.values()].map(({ offset }) => offset))
    if (this.#old.context.pages.getPageCount() !== this.#now.context.pages.getPageCount()) {
      this.#forbid('content', 'Pages were added or removed after signing.', newestSection)
    } else if (
      ![...this.#pages].every((page, index) => page === refKey(this.#now.context.pages.getPages()[index]!))
    ) {
      this.#forbid('content', 'Pages were replaced after signing.', newestSection)
    }
    const rootBefore = this.#old.context.info.trailer.getRef('Root')
    const rootAfter = this.#now.context.info.trailer.getRef('Root')
    if (rootBefore?.objectNumber !== rootAfter?.objectNumber)
      this.#forbid('content', 'The catalog was replaced after signing.', newestSection)
    if (!isXmpWellFormed(this.#old) || !isXmpWellFormed(this.#now))
      this.#forbid('content', metadataMalformed, newestSection)
    for (const [number, { generation, inUse, offset }] of this.#touched) {
      const ref = PdfRef.of(number, generation)
      const before = this.#objectBefore(number, generation)
      if (!before) continue
      const after = inUse ? this.#now.context.resolve(ref) : null
      if (!after || after.type === 'null')
        this.#forbid('content', `Object ${number} was deleted after signing.`, offset)
      else if (!equalObjects(before, after)) this.#changes.push({ ref, before, after, offset })
    }
  }

  /** The object as of the old revision; null when missing. Some readers ignore generations, so other ones count too. */
  #objectBefore(number: number, generation: number): PdfObject | null {
    for (const candidate of new Set([generation, Math.max(0, generation - 1), 0])) {
      const objectBefore = this.#old.context.resolve(PdfRef.of(number, candidate))
      if (objectBefore && objectBefore.type !== 'null') return objectBefore
    }
    return null
  }

  /** Forbids new objects that the old revision referred to: they would appear in the signed document. */
  #forbidAddedTargets(): void {
    for (const [number, { generation, inUse, offset }] of this.#touched) {
      if (!inUse || this.#objectBefore(number, generation)) continue
      if (this.#referrers?.has(number))
        this.#forbid(
          'content',
          `Object ${number}, which the signed document refers to, was added after signing.`,
          offset,
        )
    }
  }

  /** Referrers in the old revision: untouched objects as they are, touched ones as they were. */
  #referrersBefore(referrersNow: Map<number, Set<number>>): Map<number, Set<number>> {
    const referrers = new Map<number, Set<number>>()
    const add = (number: number, referrer: number) =>
      referrers.set(number, (referrers.get(number) ?? new Set()).add(referrer))
    for (const [number, { generation }] of this.#touched) {
      for (const holder of referrersNow.get(number) ?? []) if (!this.#touched.has(holder)) add(number, holder)
      const before = this.#objectBefore(number, generation) ?? undefined
      for (const { objectNumber } of refsWithin(before))
        if (this.#touched.has(objectNumber)) add(objectNumber, number)
    }
    return referrers
  }

  /** Whether the old revision refers to an object only from these objects, and once. */
  #isReferencedOnlyBy(holders: ReadonlySet<number>, { objectNumber }: PdfRef): boolean {
    const isSame = ({ objectNumber: other }: PdfRef) => other === objectNumber
    // Two entries of the catalog may refer to the same object.
    if (refsWithin(this.#old.context.catalog.getDict()).filter(isSame).length > 1) return false
    const inTrailer = [this.#old, this.#now].some((pdf) => refsWithin(pdf.context.info.trailer).some(isSame))
    if (inTrailer && !holders.has(trailer.objectNumber)) return false
    return [...(this.#referrers?.get(objectNumber) ?? [])].every((number) => holders.has(number))
  }

  #judge(change: Change): void {
    const { ref, before, after, offset } = change
    const knownObject = this.#known.get(refKey(ref))
    const field = this.#fields.get(refKey(ref))
    if (knownObject && (!knownObject.holders || this.#isReferencedOnlyBy(knownObject.holders, ref)))
      knownObject.rule(change)
    else if (field) this.#judgeField(field, change)
    else if (this.#pages.has(refKey(ref))) this.#judgePage(change)
    else if (isStructuralStream(before) && isStructuralStream(after)) return
    else this.#forbid('content', `Object ${ref.objectNumber} was changed after signing.`, offset)
  }

  /** Registers the rules of the catalog, the form and its parts, annotations and validation data. */
  #registerRules(): void {
    const resolve = resolver(this.#old)
    const catalog = this.#old.context.catalog.getDict()
    const form = asDict(catalog.get('AcroForm', resolve))
    const register = (ref: PdfObject | undefined, rule: Rule, holders?: PdfRef[]) => {
      const numbers = holders && { holders: new Set(holders.map(({ objectNumber }) => objectNumber)) }
      if (ref instanceof PdfRef) this.#known.set(refKey(ref), { rule, ...numbers })
    }
    const root = toRefs(this.#old.context.info.trailer.get('Root'))
    if (this.#referrers) this.#registerAppearances(register)
    register(this.#old.context.info.trailer.get('Root'), (change) => this.#judgeCatalog(change))
    const metadata: Rule = ({ offset }) => this.#permit('metadata', metadataChanged, offset)
    const validation: Rule = ({ offset }) => this.#permit('validation_data', validationAdded, offset)
    register(this.#old.context.info.trailer.get('Info'), metadata, [trailer])
    register(catalog.get('Metadata'), metadata, root)
    register(catalog.get('Extensions'), validation, root)
    register(catalog.get('AcroForm'), (change) => this.#judgeForm(change))
    register(form?.get('Fields'), (change) => this.#judgeFieldList(change))
    const resources: Rule = ({ offset }) => this.#permit('form_changed', entryChanged("form's /DR"), offset)
    register(form?.get('DR'), resources, [...root, ...toRefs(catalog.get('AcroForm'))])
    const store = [...reachable(this.#old, catalog.get('DSS')).values()]
    // Streams of the store, such as certificates, must never change.
    for (const ref of store)
      if (!(resolve(ref) instanceof PdfStream)) register(ref, validation, [...root, ...store])
    for (const ref of this.#old.context.pages.getPages()) {
      register(asDict(resolve(ref))?.get('Annots'), (change) => this.#judgeAnnotations(change))
    }
  }

  /** Permits a changed appearance stream of a field: some software overwrites it in place. */
  #registerAppearances(register: (ref: PdfObject | undefined, rule: Rule, holders: PdfRef[]) => void): void {
    const resolve = resolver(this.#old)
    for (const [key, { name, type }] of this.#fields) {
      const [number, generation] = key.split(' ').map(Number)
      const widget = PdfRef.of(number!, generation)
      const field = asDict(resolve(widget))
      const details = { fieldName: name, owners: this.#owners(name) }
      const wasSigned = type === 'Sig' && Boolean(field?.has('V'))
      const rule: Rule = ({ offset }) => this.#judgeFill('field_appearance', wasSigned, offset, details)
      // Only a direct /AP dictionary: an indirect one could be shared with other fields.
      for (const ref of refsWithin(asDict(field?.get('AP')) ?? undefined))
        if (this.#touched.has(ref.objectNumber)) register(ref, rule, [widget])
    }
  }

  #judgeCatalog({ ref, before, after, offset }: Change): void {
    for (const key of differingKeys(before, after)) {
      const kind = catalogKinds[key]
      if (kind) this.#permit(kind, kind === 'metadata' ? metadataChanged : validationAdded, offset)
      else if (key !== 'AcroForm') this.#forbid('content', entryChanged(`catalog's /${key}`), offset)
    }
    const formBefore = asDict((before as PdfDict).get('AcroForm', resolver(this.#old)))
    const formAfter = asDict((after as PdfDict).get('AcroForm', resolver(this.#now)))
    if (formBefore && formAfter) this.#judgeForm({ ref, before: formBefore, after: formAfter, offset })
    else if (formAfter) this.#judgeNewFields(offset)
    else if (formBefore) this.#forbid('content', 'The form was removed after signing.', offset)
  }

  #judgeForm({ ref, before, after, offset }: Change): void {
    const changedKeys = differingKeys(before, after)
    for (const key of changedKeys) {
      if (!formEntries.has(key)) this.#forbid('content', entryChanged(`form's /${key}`), offset)
      else if (key !== 'Fields' && key !== 'SigFlags')
        this.#permit('form_changed', entryChanged(`form's /${key}`), offset)
    }
    const list = (form: PdfObject, pdf: PDF) =>
      asDict(form)?.getArray('Fields', resolver(pdf)) ?? new PdfArray()
    if (changedKeys.includes('Fields'))
      this.#judgeFieldList({ ref, before: list(before, this.#old), after: list(after, this.#now), offset })
  }

  #judgeFieldList({ before, after, offset }: Change): void {
    if (!contains(after, before)) this.#forbid('content', 'Form fields were removed after signing.', offset)
    if (hasNewDirect(before, after))
      this.#forbid('content', 'A form field without an object of its own was added after signing.', offset)
    this.#judgeNewFields(offset)
  }

  /** Finds new fields by reference, because a new field may have the name of an old one. */
  #judgeNewFields(offset: number): void {
    for (const [key, { name, type }] of this.#fieldsNow) {
      if (this.#fields.has(key)) continue
      const changedAt = this.#touched.get(Number(key.split(' ')[0]))?.offset ?? offset
      const event = this.#permissions.certification ? 'certification' : 'signing'
      if (type !== 'Sig')
        this.#forbid('content', `The form field ${name} was added after ${event}.`, changedAt, {
          fieldName: name,
        })
      else this.#judgeNewSignature(key, name, changedAt)
    }
  }

  #judgeNewSignature(key: string, fieldName: string, offset: number): void {
    const [number, generation] = key.split(' ').map(Number)
    const field = this.#now.context.resolve(PdfRef.of(number!, generation))
    if (field && isTimestamp(this.#now, field))
      this.#permit('time_stamp_added', fillMessage('time_stamp_added', fieldName), offset, { fieldName })
    else {
      const record = this.#permissions.certification === 1 ? this.#forbid : this.#permit
      const isSigned = field && asDict(field)?.has('V')
      const message = `The signature field ${fieldName} was added${isSigned ? ' and signed' : ''}.`
      const kind = isSigned ? 'signature_added' : 'signature_field_added'
      record.call(this, kind, message, offset, { fieldName })
    }
  }

  #judgeField({ name: fieldName, type }: FormField, { before, after, offset }: Change): void {
    const [oldField, newField] = [asDict(before), asDict(after)]
    const changedKeys = differingKeys(before, after)
    const forbiddenEntry = changedKeys.find((key) => !fillableEntries.has(key))
    const wasSigned = type === 'Sig' && Boolean(oldField?.has('V'))
    const kind = kindOfFill(type, changedKeys, isTimestamp(this.#now, after))
    const details: FieldDetails = { fieldName, owners: this.#owners(fieldName) }
    if (kind === 'field_filled') {
      details.before = textOf(oldField?.get('V', resolver(this.#old)))
      details.after = textOf(newField?.get('V', resolver(this.#now)))
    }
    if (forbiddenEntry)
      this.#forbid(
        'content',
        `The form field ${fieldName} was changed in its /${forbiddenEntry} after signing.`,
        offset,
        details,
      )
    else if (kind === 'time_stamp_added' && !wasSigned)
      this.#permit(kind, fillMessage(kind, fieldName), offset, details)
    else this.#judgeFill(kind, wasSigned, offset, details)
  }

  #judgeFill(kind: FillKind, wasSigned: boolean, offset: number, details: FieldDetails): void {
    const { fieldName } = details
    const forbid = (message: string) => this.#forbid(kind, message, offset, details)
    if (this.#permissions.isLocked(fieldName))
      forbid(`The form field ${fieldName} was changed although it is locked.`)
    else if (wasSigned) forbid(`The signature field ${fieldName} was changed although it is signed.`)
    else if (this.#permissions.certification === 1)
      forbid(`The form field ${fieldName} was filled in although the certification forbids it.`)
    else this.#permit(kind, fillMessage(kind, fieldName), offset, details)
  }

  #judgePage({ ref, before, after, offset }: Change): void {
    const changedKeys = differingKeys(before, after)
    const forbiddenEntry = changedKeys.find((key) => key !== 'Annots')
    if (forbiddenEntry)
      this.#forbid('content', `A page was changed in its /${forbiddenEntry} after signing.`, offset)
    const list = (page: PdfObject, pdf: PDF) =>
      asDict(page)?.getArray('Annots', resolver(pdf)) ?? new PdfArray()
    if (changedKeys.includes('Annots'))
      this.#judgeAnnotations({ ref, before: list(before, this.#old), after: list(after, this.#now), offset })
  }

  #judgeAnnotations({ before, after, offset }: Change): void {
    if (!contains(after, before)) this.#forbid('content', 'Annotations were removed after signing.', offset)
    const oldRefs = new Set(refsOf(before).map(refKey))
    const hasAdded = refsOf(after)
      .map(refKey)
      .some((ref) => !oldRefs.has(ref) && !this.#isNewOrSignature(ref))
    if (!hasAdded && !hasNewDirect(before, after)) return
    const record = this.#permissions.certification === 3 ? this.#permit : this.#forbid
    record.call(this, 'annotation_added', 'Annotations were added after signing.', offset)
  }

  /** Whether it is a signature field or a new field; an old field put on a page would show unseen content. */
  #isNewOrSignature(ref: string): boolean {
    const field = this.#fieldsNow.get(ref)
    return field !== undefined && (field.type === 'Sig' || !this.#fields.has(ref))
  }

  #permit(kind: ModificationKind, message: string, offset: number, details: Details = {}): void {
    const level = levelOf(kind)
    this.#found.push({ kind, level, permitted: true, message, offset, owners: [], ...details })
  }

  #forbid(kind: ModificationKind, message: string, offset: number, details: Details = {}): void {
    const level = levelOf(kind)
    this.#found.push({ kind, level, permitted: false, message, offset, owners: [], ...details })
  }
}

/** More members of a modification. */
type Details = Partial<Modification>
/** The members of a modification that say which form field was changed, and how. */
type FieldDetails = Details & { fieldName: string }

/** @param changedKeys the entries of the field that differ */
function kindOfFill(type: string | undefined, changedKeys: string[], isTimestamp: boolean): FillKind {
  if (!changedKeys.includes('V')) return 'field_appearance'
  if (type !== 'Sig') return 'field_filled'
  return isTimestamp ? 'time_stamp_added' : 'signature_added'
}
