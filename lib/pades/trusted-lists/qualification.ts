import type { X509Certificate } from 'node:crypto'
import { type Asn1, dotted, parse, readChildren } from '../cms/asn1.ts'
import { readCertificateFields, readExtension } from '../cms/certificate.ts'
import { type QcStatements, readQcStatements } from '../cms/qc-statements.ts'
import type { Criteria, Purpose, ServicePeriod, ServiceType, TrustService } from './service.ts'

/**
 * What a signature is in the European Union by the trusted lists (ETSI TS 119 615, 4.6, with the names that EU DSS has
 * made usual): a qualified electronic signature or seal, an advanced one with a qualified certificate, another one of
 * a person or an organisation, or one of which the certificate does not say whose it is. `Indeterminate`: it is one
 * unless its certificate had been revoked, which could not be determined.
 */
export const qualifications = [
  'QESig',
  'QESeal',
  'AdESig-QC',
  'AdESeal-QC',
  'Indeterminate QESig',
  'Indeterminate QESeal',
  'Indeterminate AdESig-QC',
  'Indeterminate AdESeal-QC',
  'AdESig',
  'AdESeal',
  'AdES',
  'QTST',
] as const
export type Qualification = (typeof qualifications)[number]
const ofQualifiedCertificates = ['QESig', 'QESeal', 'AdESig-QC', 'AdESeal-QC'] as const

/** Since when Regulation (EU) No 910/2014 applies. */
const eidas = '2016-06-30T22:00:00.000Z'
/** Object identifiers of extensions (RFC 5280, 4.2.1.3, 4.2.1.4 and 4.2.1.12), and of policies (ETSI EN 319 411-2, 5.3). */
const keyUsage = '2.5.29.15'
const certificatePolicies = '2.5.29.32'
const extendedKeyUsage = '2.5.29.37'
const qcpPublic = '0.4.0.1456.1.2'
const qcpPublicWithSscd = '0.4.0.1456.1.1'

/** The bits of keyUsage, the first one first, with the names of trusted lists. */
const usageBits = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'crlSign',
  'encipherOnly',
  'decipherOnly',
]

/** The period of a service at this time; undefined before the first. */
function findPeriod({ history }: TrustService, at: Date): ServicePeriod | undefined {
  const time = at.toISOString()
  return history.find(({ from }) => from <= time)
}

/** Whether the service was granted at this time. */
export function isGrantedAt(service: TrustService, type: ServiceType, at: Date): boolean {
  return service.type === type && (findPeriod(service, at)?.isGranted ?? false)
}

/**
 * What a valid signature is, by the services that issued its certificate: they had to be granted when it was issued, and
 * when the signature is proven to exist.
 */
export function qualify(
  certificate: X509Certificate,
  services: TrustService[],
  existedAt: Date,
): Qualification {
  try {
    const facts = readFacts(certificate)
    const atIssue = judge(facts, services, certificate.validFromDate)
    const atProof = judge(facts, services, existedAt)
    const type = atIssue && atProof && atIssue.type === atProof.type ? atProof.type : null
    if (type === 'esign') return atProof!.hasDevice ? 'QESig' : 'AdESig-QC'
    if (type === 'eseal') return atProof!.hasDevice ? 'QESeal' : 'AdESeal-QC'
    const [stated] = facts.statements.types
    return stated === 'esign' ? 'AdESig' : stated === 'eseal' ? 'AdESeal' : 'AdES'
  } catch {
    // A malformed extension: nothing is known of the certificate.
    return 'AdES'
  }
}

/** The same where nobody knows whether the certificate had been revoked. */
export function doubt(qualification: Qualification): Qualification {
  const known = ofQualifiedCertificates.find((one) => one === qualification)
  return known ? `Indeterminate ${known}` : qualification
}

/** What criteria of trusted lists ask of a certificate. */
interface Facts {
  statements: QcStatements
  usages: Set<string>
  policies: Set<string>
  extendedUsages: Set<string>
  subjectAttributes: Set<string>
  /** It was issued under Directive 1999/93/EC. */
  isOld: boolean
}

function readFacts({ raw, validFromDate }: X509Certificate): Facts {
  const [unused = 0, ...bytes] = readExtension(raw, keyUsage)?.contents ?? []
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const used = usageBits.filter((_, index) => index < bits.length - unused && bits[index] === '1')
  const names = readChildren(parse(readCertificateFields(raw).subject)).flatMap(readChildren)
  return {
    statements: readQcStatements(raw),
    usages: new Set(used),
    policies: readIds(readChildren(readExtension(raw, certificatePolicies)).flatMap(firstChild)),
    extendedUsages: readIds(readChildren(readExtension(raw, extendedKeyUsage))),
    subjectAttributes: readIds(names.flatMap(firstChild)),
    isOld: validFromDate.toISOString() < eidas,
  }
}

function firstChild(element: Asn1): Asn1[] {
  return readChildren(element).slice(0, 1)
}

function readIds(elements: Asn1[]): Set<string> {
  return new Set(elements.map(dotted))
}

interface Judgement {
  type: Purpose
  hasDevice: boolean
}

/** What the services that were granted at a time say of a certificate; null where it is not qualified, or they differ. */
function judge(facts: Facts, services: TrustService[], at: Date): Judgement | null {
  const judgements = services
    .filter((service) => isGrantedAt(service, 'CA/QC', at))
    .flatMap((service) => judgeByPeriod(facts, findPeriod(service, at)!) ?? [])
  const [first, ...others] = judgements
  if (!first || first === 'not') return null
  const isSame = (other: Judgement | 'not') =>
    other !== 'not' && other.type === first.type && other.hasDevice === first.hasDevice
  return others.every(isSame) ? first : null
}

/** @returns null where the service is for other certificates */
function judgeByPeriod(facts: Facts, { purposes, qualifications }: ServicePeriod): Judgement | 'not' | null {
  const { statements, policies, isOld } = facts
  const qualifiers = new Set(
    qualifications.flatMap((one) => (fulfils(facts, one.criteria) ? one.qualifiers : [])),
  )
  const types = findTypes(facts, qualifiers)
  const [type, another] = types
  if (purposes.length > 0 && !types.some((one) => purposes.includes(one))) return null
  const byPolicy = isOld && (policies.has(qcpPublic) || policies.has(qcpPublicWithSscd))
  const isQualified = statements.isQualified || byPolicy || qualifiers.has('QCStatement')
  if (!type || another || !isQualified || qualifiers.has('NotQualified')) return 'not'
  return { type, hasDevice: hasDevice(facts, qualifiers) }
}

/** What the certificate is for: as the list says, else as it says itself. */
function findTypes({ statements, isOld }: Facts, qualifiers: Set<string>): Purpose[] {
  const listed: Purpose[] = [
    ...(qualifiers.has('QCForESig') ? (['esign'] as const) : []),
    ...(qualifiers.has('QCForESeal') ? (['eseal'] as const) : []),
    ...(qualifiers.has('QCForWSA') ? (['web'] as const) : []),
  ]
  // Directive 1999/93/EC knew qualified certificates of natural persons only.
  if (isOld) return qualifiers.has('QCForLegalPerson') ? [] : ['esign']
  if (listed.length > 0) return listed
  return statements.types.length > 0 ? statements.types : ['esign']
}

const withDevice = ['QCWithSSCD', 'QCWithQSCD', 'QCQSCDManagedOnBehalf']
const withoutDevice = ['QCNoSSCD', 'QCNoQSCD']

/** Whether the key is in a qualified device: as the list says, else as the certificate says itself. */
function hasDevice({ statements, policies, isOld }: Facts, qualifiers: Set<string>): boolean {
  if (withoutDevice.some((name) => qualifiers.has(name))) return false
  const isStated = statements.hasDevice || (isOld && policies.has(qcpPublicWithSscd))
  return isStated || withDevice.some((name) => qualifiers.has(name))
}

/** @throws Error for a criterion that is not known */
function fulfils(facts: Facts, criteria: Criteria): boolean {
  if (criteria.isUnknown) throw new Error('The criteria of a trusted list are not known.')
  const hasAll = (has: Set<string>) => (ids: string[]) => ids.every((id) => has.has(id))
  const results = [
    ...criteria.keyUsages.map((bits) => bits.every(({ bit, isSet }) => facts.usages.has(bit) === isSet)),
    ...criteria.policies.map(hasAll(facts.policies)),
    ...criteria.extendedKeyUsages.map(hasAll(facts.extendedUsages)),
    ...criteria.subjectAttributes.map(hasAll(facts.subjectAttributes)),
    ...criteria.nested.map((nested) => fulfils(facts, nested)),
  ]
  if (criteria.assert === 'all') return results.every(Boolean)
  if (criteria.assert === 'atLeastOne') return results.some(Boolean)
  if (criteria.assert === 'none') return !results.some(Boolean)
  throw new Error('The criteria of a trusted list have no known assertion.')
}
