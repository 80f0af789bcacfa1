import { PdfRef } from '@libpdf/core'
import { asDict } from '#lib/pdf/check/inspect'
import { isXmpWellFormedIn } from '#lib/pdf/xmp'
import { hasStates, isWidget } from './annotations/drawing.ts'
import { keepsLook } from './annotations/form-look.ts'
import { compareLists, isNewWidget, type ListChange } from './annotations/lists.ts'
import { judgeNewSignature, judgeSignature, permitTimestamp } from './annotations/new-signatures.ts'
import {
  arrayChange,
  type Change,
  contains,
  equalObjects,
  existing,
  findDifferingKeys,
  hasNewDirect,
  refKey,
} from './compare.ts'
import { appearanceNumbers, describeFill, getFillKind, isFillable } from './fill.ts'
import { areFieldsSame, type FormField, getForm, getObjectNumbers, mapFields } from './form-tree.ts'
import { isSameInAnnotation, isSameInCatalog, isSameInForm } from './meaning/entries.ts'
import { getInfo, judgeInfo } from './meaning/info.ts'
import { addsSrgbIntent } from './meaning/output-intents.ts'
import { judgeXmp } from './meaning/xmp.ts'
import {
  annotationsChanged,
  entryChanged,
  type FillKind,
  fieldEntryChanged,
  fillMessage,
  metadataChanged,
  metadataMalformed,
  outputIntentAdded,
  signedFieldChanged,
  validationAdded,
} from './messages.ts'
import { type Finding, forbid, type ModificationKind, permit, unknownOffset } from './modifications.ts'
import { findPageChange, type PageTree, pageTree } from './pages.ts'
import {
  annotationNumbers,
  catalogRoles,
  findAppearance,
  formEntries,
  getRole,
  holderNumbers,
  isAnnotation,
  isOfAnnotation,
  isOnlyInfo,
  isOnlyItself,
  isRead,
  type Places,
  type Role,
} from './roles.ts'
import {
  becomesSigned,
  holdsSignature,
  isSigned,
  listFieldOwners,
  type SignedField,
} from './signature-fields.ts'
import type { Revision, Step, Timeline } from './timeline.ts'
import { findUses, type Use, type Uses } from './uses.ts'
import { addsData, judgeStore, readStore } from './validation-data.ts'

/** Records the modifications that a change consists of, each permitted or forbidden. */
type Rule = (change: Change) => void

/** More members of a finding. */
type Details = Partial<Finding>

/**
 * Judges the changes from revision to revision of a file, object by object. What is not known to be permitted is
 * content, and forbidden: an object may change only as far as every place that uses it allows.
 */
export class ChangeJudge {
  readonly #signed: Revision
  readonly #uses: Uses
  readonly #coversContent: (widget: PdfRef, before: Revision) => boolean
  #fields: Map<string, FormField>
  #fieldNumbers: Set<number>
  #owners: (fieldName: string) => string[]
  #pageTree: PageTree
  #step!: Step
  #fieldsAfter = new Map<string, FormField>()
  #places!: Places
  #found: Finding[] = []

  /** @param coversContent whether a widget lies over other content of its page */
  constructor(timeline: Timeline, coversContent: (widget: PdfRef, before: Revision) => boolean) {
    const { revision } = timeline
    this.#signed = revision
    this.#coversContent = coversContent
    this.#fields = mapFields(revision)
    this.#fieldNumbers = getObjectNumbers(this.#fields)
    this.#owners = listFieldOwners(revision, this.#fields)
    this.#pageTree = pageTree(revision)
    this.#uses = findUses(timeline, [
      ...appearanceNumbers(revision, this.#fields),
      ...holderNumbers(revision),
      ...this.#fieldNumbers,
      ...this.#pageTree.pages,
      ...annotationNumbers(revision, this.#pageTree.pages),
    ])
  }

  /** The modifications of the next step, in the order of steps; `mergeFills` is for those of several. */
  judge(step: Step): Finding[] {
    this.#step = step
    this.#found = []
    this.#places = {
      revision: step.before,
      uses: this.#uses,
      pages: this.#pageTree.pages,
      fields: this.#fieldNumbers,
      storeNodes: readStore(step.before).nodes,
    }
    this.#fieldsAfter = areFieldsSame(step, this.#fieldNumbers) ? this.#fields : mapFields(step.after)
    this.#judgeDocument()
    const unused = this.#judgeObjects()
    this.#judgeNewFields()
    this.#uses.advance(step.after, step.touched.keys())
    // What becomes the document information, and nothing else, is judged as that.
    for (const change of unused)
      if (!isOnlyInfo(this.#uses.of(change.ref.objectNumber))) this.#forbidChange(change)
    if (this.#fieldsAfter !== this.#fields) {
      this.#fields = this.#fieldsAfter
      this.#fieldNumbers = getObjectNumbers(this.#fields)
      this.#owners = listFieldOwners(step.after, this.#fields)
    }
    return this.#found
  }

  /** The owners of fields (`listFieldOwners`) in the revision that was reached. */
  get owners(): (fieldName: string) => string[] {
    return this.#owners
  }

  /** Whether the revision that was reached has the field with the same name and signature. */
  has({ resolve }: Revision, { ref, name, value }: SignedField): boolean {
    const signature = asDict(asDict(resolve(ref))?.get('V', resolve)) ?? undefined
    return this.#fields.get(refKey(ref))?.name === name && equalObjects(signature, value)
  }

  /** What concerns the document as a whole: its pages, trailer, catalog and metadata. */
  #judgeDocument(): void {
    const { before, after, touched } = this.#step
    const newest = [...touched.values()][0]?.offset ?? unknownOffset // A trailer may change alone.
    const forbid = (message: string) => this.#forbid('content', message, newest)
    const rootBefore = before.trailer.getRef('Root')
    const rootAfter = after.trailer.getRef('Root')
    if (!rootAfter || !rootBefore || refKey(rootBefore) !== refKey(rootAfter)) {
      const added = rootAfter && touched.get(rootAfter.objectNumber)
      if (!added || added.generation !== rootAfter.generation || before.resolve(rootAfter))
        forbid('The catalog was replaced after signing.')
      else
        this.#judgeCatalog({ ref: rootAfter, before: before.catalog, after: after.catalog, offset: newest })
    }
    if (!equalObjects(before.trailer.get('Encrypt'), after.trailer.get('Encrypt')))
      forbid('The encryption was changed after signing.')
    if (!equalObjects(before.trailer.get('Info'), after.trailer.get('Info')))
      this.#found.push(judgeInfo(this.#step, getInfo(before), getInfo(after), newest))
    const [metadataBefore, metadataAfter] = [before, after].map(({ catalog, resolve }) =>
      catalog.get('Metadata', resolve),
    )
    const areWellFormed = [before, after].every(({ catalog, resolve }) => isXmpWellFormedIn(catalog, resolve))
    if (!areWellFormed && !equalObjects(metadataBefore, metadataAfter)) forbid(metadataMalformed)
    if (![...this.#pageTree.nodes].some((number) => touched.has(number))) return
    const tree = pageTree(after)
    const message = findPageChange(this.#pageTree, tree)
    if (message) forbid(message)
    this.#pageTree = tree
  }

  /** Returns the changes of signed objects that nothing used before this step. */
  #judgeObjects(): Change[] {
    const { before, after, touched, structural } = this.#step
    const unused: Change[] = []
    for (const [number, { generation, inUse, offset }] of touched) {
      const ref = PdfRef.of(number, generation)
      const [objectBefore, objectAfter] = [existing(before.resolve(ref)), existing(after.resolve(ref))]
      if (!objectBefore && objectAfter && inUse && this.#uses.of(number).some(isRead)) {
        const message = `Object ${number}, which the signed document refers to, was added after signing.`
        this.#forbid('content', message, offset)
      }
      // What was added after signing shows nothing before something refers to it.
      if (!objectBefore) continue
      if (this.#uses.of(number).length === 0 && !existing(this.#signed.resolve(ref))) continue
      if (!objectAfter && isOfAnnotation(number, this.#places))
        this.#changeAnnotations('annotation_changed', 'removed', offset)
      else if (!objectAfter) this.#forbid('content', `Object ${number} was deleted after signing.`, offset)
      else if (!equalObjects(objectBefore, objectAfter)) {
        const change = { ref, before: objectBefore, after: objectAfter, offset }
        const uses = this.#uses.of(number)
        const rule = this.#ruleFor(change, uses)
        if (rule) rule(change)
        else if (uses.length > 0) this.#forbidChange(change)
        // The objects in an object stream are judged by themselves.
        else if (!structural.has(number)) unused.push(change)
      }
    }
    return unused
  }

  #forbidChange({ ref, offset }: Change): void {
    this.#forbid('content', `Object ${ref.objectNumber} was changed after signing.`, offset)
  }

  /** The rule that every use of an object permits; undefined when there is none. */
  #ruleFor({ ref, after }: Change, uses: Use[]): Rule | undefined {
    const ownRule = this.#ownRuleFor(ref)
    if (ownRule) return isOnlyItself(ref.objectNumber, this.#places) ? ownRule : undefined
    if (isOfAnnotation(ref.objectNumber, this.#places)) {
      return isWidget(after, this.#step.after.resolve) ? undefined : (change) => this.#judgeAnnotation(change)
    }
    const findRole = (use: Use) =>
      getRole(use, this.#places) ?? findAppearance(use, this.#fields, this.#places)
    const [role, ...others] = new Set(uses.map(findRole))
    if (role === undefined || others.length > 0) return undefined
    return typeof role === 'string'
      ? (change) => this.#judgeRole(role, change)
      : (change) => this.#judgeAppearance(role, change)
  }

  /** The rule for the catalog, a field or a page; undefined for anything else. */
  #ownRuleFor(ref: PdfRef): Rule | undefined {
    const field = this.#fields.get(refKey(ref))
    if (ref.objectNumber === this.#step.before.trailer.getRef('Root')?.objectNumber)
      return (change) => this.#judgeCatalog(change)
    if (field) return (change) => this.#judgeField(field, change)
    return this.#places.pages.has(ref.objectNumber) ? (change) => this.#judgePage(change) : undefined
  }

  #judgeRole(role: Role, change: Change): void {
    const { offset } = change
    if (role === 'form') this.#judgeForm(change)
    else if (role === 'fields') this.#judgeFieldList(change)
    else if (role === 'annotations') this.#judgeAnnotations(change)
    else if (role === 'store') this.#found.push(judgeStore(this.#step, offset))
    else if (role === 'info') this.#found.push(judgeInfo(this.#step, change.before, change.after, offset))
    else if (role === 'xmp') this.#found.push(judgeXmp(this.#step, offset))
    else if (role === 'resources') this.#permitInForm('DR', offset)
    else if (role === 'extensions' && addsData(this.#step))
      this.#permit('validation_data', validationAdded, offset)
    else this.#permit('metadata', metadataChanged, offset, { namesVersions: role === 'extensions' })
  }

  #judgeCatalog(change: Change): void {
    const { ref, before, after, offset } = change
    const [formBefore, formAfter] = [getForm(this.#step.before), getForm(this.#step.after)]
    for (const key of findDifferingKeys(before, after, isSameInCatalog)) {
      const role = catalogRoles.get(key)
      if (role) this.#judgeRole(role, change)
      else if (key === 'OutputIntents' && addsSrgbIntent(this.#step) && this.#isSigning())
        this.#permit('metadata', outputIntentAdded, offset, { level: 'form_filling' })
      else if (key !== 'AcroForm') this.#forbid('content', entryChanged(`catalog's /${key}`), offset)
    }
    if (formBefore && formAfter) this.#judgeForm({ ref, before: formBefore, after: formAfter, offset })
    else if (formBefore) this.#forbid('content', 'The form was removed after signing.', offset)
  }

  /** Whether a person signs in the step. */
  #isSigning(): boolean {
    return [...this.#fieldsAfter.values()].some((field) => becomesSigned(field, this.#step))
  }

  #judgeForm(change: Change): void {
    const { before, after, offset } = change
    const changedKeys = findDifferingKeys(before, after, isSameInForm)
    for (const key of changedKeys) {
      if (!formEntries.has(key)) this.#forbid('content', entryChanged(`form's /${key}`), offset)
      else if (key !== 'Fields' && key !== 'SigFlags') this.#permitInForm(key, offset)
    }
    if (changedKeys.includes('Fields')) this.#judgeFieldList(arrayChange('Fields', change, this.#step))
  }

  #permitInForm(key: string, offset: number): void {
    const alters = !keepsLook(key, this.#step)
    // Acrobat adds its defaults together with validation data.
    if (!alters && (key === 'DA' || key === 'DR') && addsData(this.#step))
      this.#permit('validation_data', validationAdded, offset)
    else this.#permit('form_changed', entryChanged(`form's /${key}`), offset, { asks: 'fill', alters })
  }

  #judgeFieldList({ before, after, offset }: Change): void {
    if (!contains(after, before)) this.#forbid('content', 'Form fields were removed after signing.', offset)
    if (hasNewDirect(before, after))
      this.#forbid('content', 'A form field without an object of its own was added after signing.', offset)
  }

  /** Finds new fields by reference, because a new field may have the name of an old one. */
  #judgeNewFields(): void {
    if (this.#fieldsAfter === this.#fields) return
    for (const [key, field] of this.#fieldsAfter) {
      if (this.#fields.has(key)) continue
      const offset = this.#step.touched.get(field.ref.objectNumber)?.offset ?? unknownOffset
      const message = `The form field ${field.name} was added after signing.`
      if (field.type === 'Sig')
        this.#found.push(...judgeNewSignature(field, this.#step, offset, this.#coversContent))
      else this.#forbid('content', message, offset, { fieldName: field.name })
    }
  }

  #judgeField(field: FormField, { before, after, offset }: Change): void {
    const { ref, name: fieldName, type } = field
    const [oldField, newField] = [asDict(before), asDict(after)]
    const changedKeys = findDifferingKeys(before, after, isSameInAnnotation)
    if (changedKeys.length === 0) return
    const wasSigned = isSigned(field, this.#step.before)
    const kind = getFillKind(field, [oldField, newField], changedKeys, this.#step)
    const described = describeFill(kind, field, [oldField, newField], this.#step)
    const details: Details = { ...described, owners: this.#owners(fieldName) }
    const forbiddenEntry = changedKeys.find(
      (key) => !isFillable(key, field, [oldField, newField], this.#step),
    )
    if (forbiddenEntry) this.#forbid('content', fieldEntryChanged(fieldName, forbiddenEntry), offset, details)
    else if (kind === 'time_stamp_added' && !wasSigned)
      this.#found.push(permitTimestamp(newField!, fieldName, offset, this.#step))
    else this.#judgeFill(kind, field, offset, details)
    if (type === 'Sig' && changedKeys.includes('V') && !wasSigned)
      this.#found.push(...judgeSignature(newField!, fieldName, offset, this.#step))
    const appearance = oldField?.get('AP')
    if (!changedKeys.includes('AP') || !(appearance instanceof PdfRef)) return
    // Others may show the same dictionary, so that it is not clear what the change replaces.
    const others = this.#uses.of(appearance.objectNumber).filter(({ holder }) => holder !== ref.objectNumber)
    if (others.length > 0)
      this.#forbid('content', `The appearance of the form field ${fieldName} is also used elsewhere.`, offset)
  }

  #judgeFill(kind: FillKind, field: FormField, offset: number, details: Details): void {
    const isReported = kind !== 'field_appearance' || !holdsSignature(field, this.#step.after)
    if (isSigned(field, this.#step.before))
      this.#forbid(kind, signedFieldChanged(field.name), offset, details)
    else if (isReported || details.alters || details.covers)
      this.#permit(kind, fillMessage(kind, field.name, details), offset, { ...details, asks: 'fill' })
  }

  /** Permits a changed appearance stream of a field: some software overwrites it in place. */
  #judgeAppearance(field: FormField, { offset }: Change): void {
    const fieldName = field.name
    const dicts = [this.#step.before, this.#step.after].map(({ resolve }) => asDict(resolve(field.ref)))
    const details = {
      ...describeFill('field_appearance', field, dicts, this.#step),
      owners: this.#owners(fieldName),
    }
    const message = `An appearance of the form field ${fieldName}, which has several, was replaced.`
    if (dicts[0] && hasStates(dicts[0], this.#step.before.resolve))
      this.#forbid('content', message, offset, details)
    else this.#judgeFill('field_appearance', field, offset, details)
  }

  #judgePage(change: Change): void {
    const { before, after, offset } = change
    const changedKeys = findDifferingKeys(before, after)
    const forbiddenEntry = changedKeys.find((key) => key !== 'Annots')
    if (forbiddenEntry)
      this.#forbid('content', `A page was changed in its /${forbiddenEntry} after signing.`, offset)
    if (changedKeys.includes('Annots')) this.#judgeAnnotations(arrayChange('Annots', change, this.#step))
  }

  #judgeAnnotations({ before, after, offset }: Change): void {
    const changes = compareLists(before, after, this.#places, (ref) =>
      isNewWidget(ref, this.#step.after, this.#fields, this.#fieldsAfter),
    )
    for (const { kind, how } of changes) this.#changeAnnotations(kind, how, offset)
  }

  #judgeAnnotation({ ref, before, after, offset }: Change): void {
    const isSame = isAnnotation(ref.objectNumber, this.#places) ? isSameInAnnotation : undefined
    if (findDifferingKeys(before, after, isSame).length > 0)
      this.#changeAnnotations('annotation_changed', 'changed', offset)
  }

  #changeAnnotations(kind: ListChange['kind'], how: string, offset: number): void {
    const permitted = kind !== 'content'
    this.#permit(kind, annotationsChanged(how), offset, { asks: 'annotate', permitted })
  }

  #permit(kind: ModificationKind, message: string, offset: number, details: Details = {}): void {
    this.#found.push(permit(kind, message, offset, details))
  }

  #forbid(kind: ModificationKind, message: string, offset: number, details: Details = {}): void {
    this.#found.push(forbid(kind, message, offset, details))
  }
}
