import type { PDF } from '@libpdf/core'
import { ChangeJudge } from './changes.ts'
import { coverTest } from './cover.ts'
import { mergeFills } from './fill.ts'
import {
  type Finding,
  findCoveringSignature,
  higherLevel,
  isCertifiedFill,
  isCoveredBySigner,
  isPermitted,
  isSignedIncrement,
  type LaterSignature,
  type Modification,
  type ModificationLevel,
  type Permissions,
  underPermissions,
  unknownOffset,
} from './modifications.ts'
import { RevisionError } from './revisions.ts'
import { readPermissions, type SignedField } from './signature-fields.ts'
import { Timeline } from './timeline.ts'

/** The changes that later revisions made to what one signature covers. */
export interface LaterChanges {
  level: ModificationLevel
  /** Whether a change belongs to no later signature (`isSignedIncrement`, `isCertifiedFill`). */
  isChanged: boolean
  /** Also where that is not listed. */
  addsValidationData: boolean
  /** In the order of revisions; of many, forbidden ones before others, and newer ones before older ones. */
  modifications: Modification[]
  /** How many more there are. */
  omitted: number
  /** The time did not suffice for all later revisions. */
  isUnfinished: boolean
}

/** Most modifications that are listed for all signatures of a file together: n signatures have n² of them. */
const maxListed = 20_000
/** Most revisions from which the comparison is tried to begin, where signed bytes are no complete revision. */
const maxStarts = 10

/** A signature, what it permits, and what was changed from its revision to that of the next one. */
interface Judged {
  field: SignedField
  permissions: Permissions
  /** Owners by the locks that the signature covers: a later lock could list any field. */
  owners: (fieldName: string) => string[]
  /** By section. */
  changes: Finding[][]
}

/** The signatures whose revisions were reached. */
interface Judgement {
  judged: Judged[]
  /** The time did not suffice for the revisions after them. */
  isUnfinished: boolean
}

/**
 * The changes after each of these signatures, which are in the order of the ends of their byte ranges. Each revision
 * is compared once, with the one before it: what it changed is a change after all earlier signatures.
 * @param intact later signatures that are intact, in the same order
 * @param isLate whether the time is over: signatures that were not reached are missing from the result
 */
export async function changesAfter(
  file: Buffer,
  current: PDF,
  fields: readonly SignedField[],
  intact: readonly LaterSignature[],
  isLate: () => boolean,
): Promise<Map<SignedField, LaterChanges>> {
  const result = new Map<SignedField, LaterChanges>()
  const fail = (field: SignedField, message: string) => {
    const summary = summarize(
      [undetermined(message)],
      { certification: null, certifies: false, isLocked: () => false },
      1,
    )
    result.set(field, { ...summary, isUnfinished: false })
  }
  // Also false for NaN: the byte range itself is reported.
  const pending = fields.filter(({ end }) => end <= file.length)
  if (current.recoveredViaBruteForce) {
    const message = 'The revisions after signing are damaged: readers may see other objects in them.'
    for (const field of pending) fail(field, message)
    return result
  }
  const { judged, isUnfinished } = await followRevisions(file, current, pending, fail, isLate)
  const limit = Math.max(1, Math.floor(maxListed / Math.max(1, judged.length)))
  const later = new Map<string, Finding>()
  for (const { field, permissions, owners, changes } of judged.toReversed()) {
    if (isLate()) break
    for (const finding of mergeFills(changes.toReversed().flat()))
      later.set(finding.message, merge(finding, later.get(finding.message), intact))
    const findings = [...later.values()].map((finding) => underOwners(finding, field, owners, intact))
    result.set(field, { ...summarize(findings, permissions, limit), isUnfinished })
  }
  return result
}

/** The earlier signatures that do not permit the changes after the first `length` bytes. @throws RevisionError */
export async function findInvalidated(
  file: Buffer,
  length: number,
  earlier: readonly SignedField[],
): Promise<{ fieldName: string; fault: string }[]> {
  const timeline = await Timeline.open(file, length)
  if (timeline.unlisted) throw new RevisionError(timeline.unlisted.message)
  const permissions = earlier.map((field) => readPermissions(timeline.revision, field))
  const judge = new ChangeJudge(timeline, () => false)
  const findings = Array.from(timeline.advanceBySection(file.length), (step) => judge.judge(step)).flat()
  return earlier.flatMap(({ name }, index) => {
    const forbidden = findings.find((finding) => !isPermitted(finding, permissions[index]!))
    return forbidden
      ? [{ fieldName: name, fault: underPermissions(forbidden, permissions[index]!).message }]
      : []
  })
}

/**
 * The same change in two revisions, or of two fields with one name, is one: the newer one, from the value before the
 * older one. It is as severe as the worse of them.
 */
function merge(finding: Finding, newer: Finding | undefined, intact: readonly LaterSignature[]): Finding {
  const belongs = isSignedIncrement(finding, intact)
  const isSigned = isCoveredBySigner(finding, intact)
  if (!newer) return { ...finding, signedBy: findCoveringSignature(finding, intact), belongs, isSigned }
  return {
    ...newer,
    level: higherLevel(finding.level, newer.level),
    before: finding.before,
    offset: Math.max(finding.offset, newer.offset),
    permitted: finding.permitted && newer.permitted,
    visible: finding.visible || newer.visible,
    isSignatureField: finding.isSignatureField || newer.isSignatureField,
    belongs: belongs && newer.belongs,
    isSigned: isSigned && newer.isSigned,
  }
}

/**
 * The finding with the owners that its field had in the revision of a signature. Where the signature is one of them, only
 * with this one: no other owner may fill in what its signer has signed.
 */
function underOwners(
  finding: Finding,
  signature: SignedField,
  getOwners: (fieldName: string) => string[],
  intact: readonly LaterSignature[],
): Finding {
  if (finding.owners.length === 0) return finding
  const known = new Set(getOwners(finding.fieldName ?? ''))
  const isOwner = known.has(signature.name)
  const owners = finding.owners.filter((owner) => (isOwner ? owner === signature.name : known.has(owner)))
  if (owners.length === finding.owners.length) return finding
  return { ...finding, owners, belongs: finding.belongs && isSignedIncrement({ ...finding, owners }, intact) }
}

function summarize(
  findings: Iterable<Finding>,
  permissions: Permissions,
  limit: number,
): Omit<LaterChanges, 'isUnfinished'> {
  const [forbidden, permitted]: Modification[][] = [[], []]
  let level: ModificationLevel = 'none'
  let [isChanged, addsValidationData, omitted] = [false, false, 0]
  for (const finding of findings) {
    const modification = underPermissions(finding, permissions)
    const list = modification.permitted ? permitted! : forbidden!
    level = higherLevel(level, modification.level)
    isChanged ||= list === forbidden || !(finding.belongs || isCertifiedFill(finding, permissions))
    addsValidationData ||= finding.kind === 'validation_data'
    if (list.length < limit) list.push(modification)
    else omitted++
  }
  const room = Math.max(0, limit - forbidden!.length)
  const modifications = [...forbidden!, ...permitted!.slice(0, room)].sort((a, b) => a.offset - b.offset)
  omitted += Math.max(0, permitted!.length - room)
  return { level, isChanged, addsValidationData, modifications, omitted }
}

/** Compares the revisions one by one. Calls `fail` for a signature whose revision cannot be followed. */
async function followRevisions(
  file: Buffer,
  current: PDF,
  fields: readonly SignedField[],
  fail: (field: SignedField, message: string) => void,
  isLate: () => boolean,
): Promise<Judgement> {
  const judged: Judged[] = []
  const start = await openTimeline(file, fields, fail)
  if (!start) return { judged, isUnfinished: false }
  const { timeline, rest } = start
  try {
    const judge = new ChangeJudge(timeline, coverTest(current))
    /** Returns whether the time sufficed. */
    const advance = (end: number) => {
      for (const step of timeline.advanceBySection(end)) {
        if (isLate()) return false
        const changes = judge.judge(step)
        judged.at(-1)?.changes.push(changes)
      }
      return true
    }
    for (let field = rest[0]; field; field = rest[0]) {
      if (isLate()) return { judged, isUnfinished: true }
      if (!timeline.reaches(field.end)) fail(field, 'The later revisions undo the signed one.')
      else {
        if (!advance(field.end)) return { judged, isUnfinished: true }
        if (judge.has(timeline.revision, field))
          judged.push({
            field,
            permissions: readPermissions(timeline.revision, field),
            owners: judge.owners,
            changes: [],
          })
        else fail(field, 'The signature does not cover its own field.')
      }
      rest.shift()
    }
    if (judged.length > 0 && !advance(file.length)) return { judged, isUnfinished: true }
    const { unlisted } = timeline
    const lastBefore = unlisted && judged.findLast(({ field }) => field.end <= unlisted.at)
    lastBefore?.changes.push([undetermined(unlisted!.message)])
  } catch (error) {
    const message = `Changes after signing cannot be verified: ${(error as Error).message}`
    judged.at(-1)?.changes.push([undetermined(message)])
    for (const field of rest) fail(field, message)
  }
  return { judged, isUnfinished: false }
}

/**
 * The timeline from the first of these signatures on that covers a complete revision, and the signatures from it on.
 */
async function openTimeline(
  file: Buffer,
  fields: readonly SignedField[],
  fail: (field: SignedField, message: string) => void,
): Promise<{ timeline: Timeline; rest: SignedField[] } | null> {
  let message = ''
  for (const [index, field] of fields.entries()) {
    try {
      if (index < maxStarts)
        return { timeline: await Timeline.open(file, field.end), rest: fields.slice(index) }
    } catch (error) {
      message = `Changes after signing cannot be verified: ${(error as Error).message}`
    }
    fail(field, message)
  }
  return null
}

/** A change that cannot be followed; nobody knows which signature covers it. */
function undetermined(message: string): Finding {
  const offset = unknownOffset
  return { kind: 'content', level: 'other', permitted: false, message, offset, owners: [] }
}
