import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestAuthority, testAuthority } from '../fixtures/authority.ts'
import { makeList, qcStatements, qualification, signList } from '../fixtures/trusted-list.ts'
import { qualify } from './qualification.ts'
import { readTrustedList } from './trusted-list.ts'

let authority: TestAuthority
let people: Record<'citizen' | 'company' | 'soft' | 'website' | 'several' | 'silent', X509Certificate>

beforeAll(async () => {
  // Its certificates are valid since 1 January 2024.
  authority = await testAuthority('Listed CA')
  const issue = async (...statements: Parameters<typeof qcStatements>) => {
    const { certificate } = await authority.identity('Ada', 'emailProtection', [qcStatements(...statements)])
    return new X509Certificate(certificate)
  }
  people = {
    citizen: await issue(['esign'], true),
    company: await issue(['eseal'], true),
    soft: await issue(['esign'], false),
    website: await issue(['web'], false),
    several: await issue(['esign', 'eseal'], true),
    silent: new X509Certificate((await authority.identity('Ada')).certificate),
  }
})

type Services = NonNullable<Parameters<typeof makeList>[0]['services']>
type Periods = Services[number]['periods']

const both = ['ForeSignatures', 'ForeSeals']

function qualifyBy(person: keyof typeof people, periods: Periods[], at?: string) {
  const services = periods.map((one) => ({ certificate: authority.certificate, periods: one }))
  return qualifyIn(people[person], services, at)
}

async function qualifyIn(certificate: X509Certificate, services: Services, at = '2026-03-01') {
  const list = await signList(makeList({ services }), await authority.identity('Operator'))
  return qualify(certificate, readTrustedList(Buffer.from(list)).services, new Date(at))
}

const granted = (qualifications = '', purposes = both): Periods => [
  { status: 'granted', from: '2016-07-01', purposes, qualifications },
]

describe('a certificate of a granted service', () => {
  it.each([
    ['citizen', 'QESig'],
    ['company', 'QESeal'],
    ['soft', 'AdESig-QC'],
    ['website', 'AdES'],
    ['several', 'AdESig'],
    ['silent', 'AdES'],
  ] as const)('of a %s makes %s', async (person, expected) => {
    expect(await qualifyBy(person, [granted()])).toBe(expected)
  })

  it('counts only where the service is for such certificates', async () => {
    expect(await qualifyBy('citizen', [granted('', ['ForeSeals'])])).toBe('AdESig')
    expect(await qualifyBy('company', [granted('', ['ForeSignatures'])])).toBe('AdESeal')
    expect(await qualifyBy('citizen', [granted('', ['ForeSeals']), granted('', ['ForeSignatures'])])).toBe(
      'QESig',
    )
    expect(await qualifyBy('citizen', [granted('', [])])).toBe('QESig')
  })
})

describe('the time', () => {
  const withdrawn: Periods = [
    { status: 'withdrawn', from: '2026-02-01', purposes: both },
    { status: 'granted', from: '2025-01-01', purposes: both },
    { status: 'undersupervision', from: '2010-01-01', purposes: both },
  ]

  it('of the signature and that of the certificate are judged by the history', async () => {
    expect(await qualifyBy('citizen', [withdrawn], '2026-01-31')).toBe('QESig')
    expect(await qualifyBy('citizen', [withdrawn], '2026-02-01')).toBe('AdESig')
    const late: Periods = [{ status: 'granted', from: '2024-01-02', purposes: both }]
    expect(await qualifyBy('citizen', [late])).toBe('AdESig')
  })
})

describe('qualifiers', () => {
  const nonRepudiation = '<KeyUsage><KeyUsageBit name="nonRepudiation">true</KeyUsageBit></KeyUsage>'
  const noRepudiation = '<KeyUsage><KeyUsageBit name="nonRepudiation">false</KeyUsageBit></KeyUsage>'
  const policy =
    '<PolicySet><PolicyIdentifier><Identifier>urn:oid:1.2.3</Identifier></PolicyIdentifier></PolicySet>'
  const purpose =
    '<otherCriteriaList><ExtendedKeyUsage><KeyPurposeId><Identifier>1.3.6.1.5.5.7.3.4</Identifier></KeyPurposeId></ExtendedKeyUsage></otherCriteriaList>'
  const name = (id: string) =>
    `<otherCriteriaList><CertSubjectDNAttribute><AttributeOID><Identifier>${id}</Identifier></AttributeOID></CertSubjectDNAttribute></otherCriteriaList>`
  const inList = (text: string) => `<CriteriaList assert="none">${text}</CriteriaList>`

  it.each([
    ['NotQualified', 'citizen', 'AdESig'],
    ['QCWithQSCD', 'soft', 'QESig'],
    ['QCWithSSCD', 'soft', 'QESig'],
    ['QCQSCDManagedOnBehalf', 'soft', 'QESig'],
    ['QCNoQSCD', 'citizen', 'AdESig-QC'],
    ['QCQSCDStatusAsInCert', 'citizen', 'QESig'],
    ['QCForESeal', 'citizen', 'QESeal'],
    ['QCForWSA', 'citizen', 'AdESig'],
    ['QCStatement', 'silent', 'AdESig-QC'],
  ] as const)('%s of a %s makes %s', async (qualifier, person, expected) => {
    const qualifications = qualification([qualifier], 'all', nonRepudiation)
    expect(await qualifyBy(person, [granted(qualifications)])).toBe(expected)
  })

  it.each([
    ['all', nonRepudiation + noRepudiation, false],
    ['all', nonRepudiation + purpose, true],
    ['all', purpose + policy, false],
    ['all', name('2.5.4.3'), true],
    ['all', name('2.5.4.97'), false],
    ['atLeastOne', policy + nonRepudiation, true],
    ['atLeastOne', policy + noRepudiation, false],
    ['none', policy, true],
    ['none', nonRepudiation, false],
    ['all', inList(policy), true],
    ['all', inList(nonRepudiation), false],
  ])('count where %s of the criteria %s: %s', async (assert, criteria, isMet) => {
    const qualifications = qualification(['NotQualified'], assert, criteria)
    expect(await qualifyBy('citizen', [granted(qualifications)])).toBe(isMet ? 'AdESig' : 'QESig')
  })

  it.each([
    ['all', '<Unknown></Unknown>'],
    ['all', '<otherCriteriaList><Unknown></Unknown></otherCriteriaList>'],
    ['some', nonRepudiation],
  ])('with unknown criteria (%s %s) let nothing be called qualified', async (assert, criteria) => {
    const qualifications = qualification(['QCWithQSCD'], assert, criteria)
    expect(await qualifyBy('citizen', [granted(qualifications)])).toBe('AdES')
  })

  it('QCForLegalPerson lets no certificate of before July 2016 be qualified', async () => {
    const earlier = await testAuthority('Earlier CA', 2015)
    const issued = await earlier.identity('Company', 'emailProtection', [qcStatements([], true)])
    const qualifyOld = (qualifications: string) => {
      const periods = [{ status: 'granted', from: '2010-01-01', qualifications }]
      const services = [{ certificate: earlier.certificate, periods }]
      return qualifyIn(new X509Certificate(issued.certificate), services)
    }
    expect(await qualifyOld('')).toBe('QESig')
    expect(await qualifyOld(qualification(['QCForLegalPerson'], 'all', nonRepudiation))).toBe('AdES')
  })

  it('of services that differ let nothing be called qualified', async () => {
    const not = granted(qualification(['NotQualified'], 'all', nonRepudiation))
    expect(await qualifyBy('citizen', [granted(), not])).toBe('AdESig')
    expect(await qualifyBy('citizen', [granted(), granted()])).toBe('QESig')
  })
})
