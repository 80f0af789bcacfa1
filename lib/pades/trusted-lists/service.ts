import { type Element, findAll, findName, findText, toBytes, toTime } from './element.ts'

export type ServiceType = 'CA/QC' | 'TSA/QTST'
/** What a certificate is for: electronic signatures, electronic seals, authentication of websites. */
export type Purpose = 'esign' | 'eseal' | 'web'

/** A service that issues qualified certificates or qualified time stamps. */
export interface TrustService {
  type: ServiceType
  provider: string
  name: string
  /** The certificates that stand for it, DER. */
  certificates: Uint8Array[]
  /** The newest first. */
  history: ServicePeriod[]
}

/** What holds of a service from a time on, until the next period. */
export interface ServicePeriod {
  /** ISO 8601. */
  from: string
  isGranted: boolean
  /** For which certificates; none where the list does not say so. */
  purposes: Purpose[]
  qualifications: Qualification[]
}

/** Qualifiers of the certificates that fulfil the criteria (ETSI TS 119 612, 5.5.9.2). */
export interface Qualification {
  /** The last part of their URIs, such as `QCWithQSCD`. */
  qualifiers: string[]
  criteria: Criteria
}

export interface Criteria {
  assert: string
  /** Each has to be met: the bits of keyUsage that have to be set, or not. */
  keyUsages: { bit: string; isSet: boolean }[][]
  /** Object identifiers that the certificate must have all of, per set. */
  policies: string[][]
  extendedKeyUsages: string[][]
  subjectAttributes: string[][]
  nested: Criteria[]
  /** It has a criterion that is not known here. */
  isUnknown: boolean
}

const serviceTypes: Record<string, ServiceType> = {
  'http://uri.etsi.org/TrstSvc/Svctype/CA/QC': 'CA/QC',
  'http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST': 'TSA/QTST',
}

/** `granted`, and the states that meant the same before 1 July 2016 (ETSI TS 119 615, 4.4.4). */
const grantedStatus =
  /^http:\/\/uri\.etsi\.org\/TrstSvc\/TrustedList\/Svcstatus\/(granted|undersupervision|supervisionincessation|accredited)$/

const purposes: Record<string, Purpose> = {
  ForeSignatures: 'esign',
  ForeSeals: 'eseal',
  ForWebSiteAuthentication: 'web',
}

/** Reads a TSPService. @returns none for a service of another type, or one that was never granted */
export function readService(element: Element, provider: string): TrustService[] {
  const [current] = findAll(element, 'ServiceInformation')
  const type = serviceTypes[findText(current, 'ServiceTypeIdentifier')]
  if (!current || !type) return []
  const earlier = findAll(element, 'ServiceHistory', 'ServiceHistoryInstance')
  const history = [
    current,
    ...earlier.filter((part) => serviceTypes[findText(part, 'ServiceTypeIdentifier')] === type),
  ]
    .flatMap(readPeriod)
    .sort((a, b) => b.from.localeCompare(a.from))
  const certificates = findAll(current, 'ServiceDigitalIdentity', 'DigitalId', 'X509Certificate').map(toBytes)
  if (certificates.length === 0 || !history.some(({ isGranted }) => isGranted)) return []
  return [{ type, provider, name: findName(current, 'ServiceName'), certificates, history }]
}

function readPeriod(element: Element): ServicePeriod[] {
  const from = toTime(findText(element, 'StatusStartingTime'))
  const extensions = findAll(element, 'ServiceInformationExtensions', 'Extension')
  const uris = extensions.flatMap((extension) => findAll(extension, 'AdditionalServiceInformation', 'URI'))
  const qualifications = extensions.flatMap((extension) =>
    findAll(extension, 'Qualifications', 'QualificationElement'),
  )
  return from === null
    ? []
    : [
        {
          from,
          isGranted: grantedStatus.test(findText(element, 'ServiceStatus')),
          purposes: uris.flatMap(({ text }) => purposes[getLastPart(text)] ?? []),
          qualifications: qualifications.map((qualification) => ({
            qualifiers: findAll(qualification, 'Qualifiers', 'Qualifier').map(({ attributes }) =>
              getLastPart(attributes.get('uri') ?? ''),
            ),
            criteria: readCriteria(findAll(qualification, 'CriteriaList')[0]),
          })),
        },
      ]
}

const knownCriteria = new Set(['KeyUsage', 'PolicySet', 'CriteriaList', 'Description', 'otherCriteriaList'])
const knownOthers = new Set(['ExtendedKeyUsage', 'CertSubjectDNAttribute'])

function readCriteria(list: Element | undefined): Criteria {
  const others = findAll(list, 'otherCriteriaList').flatMap(({ children }) => children)
  const children = list?.children ?? []
  return {
    assert: list?.attributes.get('assert') ?? '',
    keyUsages: findAll(list, 'KeyUsage').map((usage) =>
      findAll(usage, 'KeyUsageBit').map(({ attributes, text }) => ({
        bit: attributes.get('name') ?? '',
        isSet: ['true', '1'].includes(text.trim()),
      })),
    ),
    policies: findAll(list, 'PolicySet').map((set) => readIdentifiers(set, 'PolicyIdentifier')),
    extendedKeyUsages: findAll(list, 'otherCriteriaList', 'ExtendedKeyUsage').map((usage) =>
      readIdentifiers(usage, 'KeyPurposeId'),
    ),
    subjectAttributes: findAll(list, 'otherCriteriaList', 'CertSubjectDNAttribute').map((attribute) =>
      readIdentifiers(attribute, 'AttributeOID'),
    ),
    nested: findAll(list, 'CriteriaList').map(readCriteria),
    isUnknown:
      !list ||
      children.some(({ name }) => !knownCriteria.has(name)) ||
      others.some(({ name }) => !knownOthers.has(name)),
  }
}

/** Object identifiers, which are written with or without `urn:oid:`. */
function readIdentifiers(element: Element, name: string): string[] {
  return findAll(element, name, 'Identifier').map(({ text }) => text.trim().replace(/^urn:oid:/i, ''))
}

function getLastPart(uri: string): string {
  return uri.trim().split('/').at(-1) ?? ''
}
