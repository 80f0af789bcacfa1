import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { makeCertificateFiles, toPem, toPrivatePem } from '../values/certificate-files.ts'

/** A person with an account at the provider. */
interface SamlAccount {
  /** The name identifier; XML. */
  nameId: string
  /** The format of the name identifier, without its prefix. */
  format?: string
  attributes?: Record<string, string>
  /** The class of the authentication context. */
  context?: string
}

export interface LocalSamlProvider {
  entityId: string
  ssoUrl: string
  /** PEM. */
  certificate: string
  /** XML. */
  metadata: string
  accounts: Record<string, SamlAccount>
  /** The response to the request of a URL, base64. */
  respond(requestUrl: URL, account: string, changes?: Partial<ResponseParts>): string
  /** Signs the element with this name in XML, as the provider does. */
  sign(xml: string, element: 'Assertion' | 'Response', algorithm?: 'sha1' | 'sha256'): string
  close(): Promise<void>
}

/** What tests change in a response. */
export interface ResponseParts {
  inResponseTo: string
  /** That of the subject confirmation, which is signed. */
  confirmedRequest: string
  recipient: string
  audience: string
  issuer: string
  assertionId: string
  notBefore: Date
  notOnOrAfter: Date
  /** Changes the response before it is signed. */
  edit: (xml: string) => string
  signed: ('Assertion' | 'Response')[]
  algorithm: 'sha1' | 'sha256'
}

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const algorithms = {
  sha1: {
    signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
  },
  sha256: {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  },
}

/** A small SAML 2.0 provider on this machine, whose page has one button per account. */
export async function openSamlProvider(accounts: Record<string, SamlAccount>): Promise<LocalSamlProvider> {
  const { certificate, privateKey } = await makeSigner()
  const server = createServer((request, response) => {
    const url = new URL(request.url!, ssoUrl)
    // A browser asks for an icon, too.
    if (!url.searchParams.has('SAMLRequest')) return response.writeHead(404).end()
    const { acsUrl } = parseRequest(url)
    const forms = Object.keys(accounts).map(
      (account) =>
        `<form method="post" action="${acsUrl}"><input type="hidden" name="SAMLResponse" value="${provider.respond(url, account)}"><button>${account}</button></form>`,
    )
    response.setHeader('content-type', 'text/html').end(`<title>Provider</title>${forms.join('')}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const entityId = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ssoUrl = `${entityId}/sso`
  const sign: LocalSamlProvider['sign'] = (xml, element, algorithm = 'sha256') =>
    signElement(xml, element, algorithm, privateKey)
  const provider: LocalSamlProvider = {
    entityId,
    ssoUrl,
    certificate,
    metadata: writeMetadata(entityId, ssoUrl, certificate),
    accounts,
    sign,
    respond(requestUrl, account, changes = {}) {
      const { requestId, acsUrl, audience } = parseRequest(requestUrl)
      const parts: ResponseParts = {
        inResponseTo: requestId,
        confirmedRequest: requestId,
        recipient: acsUrl,
        audience,
        issuer: entityId,
        assertionId: `_${crypto.randomUUID()}`,
        notBefore: new Date(Date.now() - 5000),
        notOnOrAfter: new Date(Date.now() + 300_000),
        edit: (xml) => xml,
        signed: ['Assertion'],
        algorithm: 'sha256',
        ...changes,
      }
      let xml = parts.edit(writeResponse(accounts[account]!, parts))
      for (const element of parts.signed) xml = sign(xml, element, parts.algorithm)
      return Buffer.from(xml).toString('base64')
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}

async function makeSigner() {
  const files = await makeCertificateFiles('SAML provider', { type: 'RSA 2048' })
  return { certificate: toPem([files.certificate]), privateKey: await toPrivatePem(files) }
}

/** The request in the URL of a sign-in. */
export function parseRequest(url: URL) {
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString()
  const read = (pattern: RegExp) => pattern.exec(xml)![1]!
  return {
    requestId: read(/ ID="([^"]+)"/),
    acsUrl: read(/AssertionConsumerServiceURL="([^"]+)"/),
    audience: read(/<saml:Issuer[^>]*>([^<]+)</),
  }
}

function signElement(xml: string, element: string, algorithm: 'sha1' | 'sha256', privateKey: string): string {
  const signer = new SignedXml({
    privateKey,
    signatureAlgorithm: algorithms[algorithm].signature,
    canonicalizationAlgorithm: EXCLUSIVE,
  })
  const xpath = `//*[local-name(.)='${element}']`
  signer.addReference({
    xpath,
    digestAlgorithm: algorithms[algorithm].digest,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
  })
  const reference = `${xpath}/*[local-name(.)='Issuer']`
  signer.computeSignature(xml, { location: { reference, action: 'after' }, prefix: 'ds' })
  return signer.getSignedXml()
}

function writeMetadata(entityId: string, ssoUrl: string, certificate: string): string {
  const base64 = certificate.replace(/-----[^-]+-----|\s/g, '')
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}">
    <md:KeyDescriptor use="encryption"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>AAAA</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${ssoUrl}/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`
}

function writeResponse(account: SamlAccount, parts: ResponseParts): string {
  const { format = '1.1:nameid-format:emailAddress', attributes = {} } = account
  const context = account.context ?? 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'
  const issued = new Date().toISOString()
  const [notBefore, notOnOrAfter] = [parts.notBefore.toISOString(), parts.notOnOrAfter.toISOString()]
  const statements = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  )
  const issuer = `<saml:Issuer xmlns:saml="${ASSERTION}">${parts.issuer}</saml:Issuer>`
  const inResponseTo = parts.inResponseTo && ` InResponseTo="${parts.inResponseTo}"`
  const confirmed = parts.confirmedRequest && ` InResponseTo="${parts.confirmedRequest}"`
  const subject = `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:${format}">${account.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${confirmed} Recipient="${parts.recipient}" NotOnOrAfter="${notOnOrAfter}"/></saml:SubjectConfirmation></saml:Subject>`
  const conditions = `<saml:Conditions NotBefore="${notBefore}" NotOnOrAfter="${notOnOrAfter}"><saml:AudienceRestriction><saml:Audience>${parts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`
  const authentication = `<saml:AuthnStatement AuthnInstant="${issued}"><saml:AuthnContext><saml:AuthnContextClassRef>${context}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
  const assertion = `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${parts.assertionId}" Version="2.0" IssueInstant="${issued}">${issuer}${subject}${conditions}${authentication}<saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement></saml:Assertion>`
  const status = `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>`
  return `<samlp:Response xmlns:samlp="${PROTOCOL}" ID="_${crypto.randomUUID()}" Version="2.0" IssueInstant="${issued}" Destination="${parts.recipient}"${inResponseTo}>${issuer}${status}${assertion}</samlp:Response>`
}
