import { generateServiceProviderMetadata } from '@node-saml/node-saml'
import { validationError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { getAttribute, readXml, type Tag, XmlError } from '#lib/office/check/xml'
import { callbackUrl, metadataUrl } from '../links.ts'

const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

interface ProviderMetadata {
  issuer: string
  sso_url: string
  /** Base64 of the DER. */
  certificates: string[]
}

/** Our metadata for the provider of the tenant with this handle (SAML 2.0 Metadata, 2.4.4). */
export function writeMetadata(handle: string): string {
  return generateServiceProviderMetadata({
    issuer: metadataUrl(handle),
    callbackUrl: callbackUrl(handle),
    identifierFormat: null,
    wantAssertionsSigned: true,
  })
}

/**
 * Reads the metadata of one identity provider (SAML 2.0 Metadata, 2.4.3). Its signature is not checked: an administrator
 * has chosen the file, as with the single settings.
 * @throws AppError `validation_error` on `metadata`
 */
export function parseMetadata(xml: string): ProviderMetadata {
  try {
    const metadata = readMetadata(xml)
    if (metadata) return metadata
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
  }
  throw validationError({ metadata: [errorText('identity.metadataNotValid')] })
}

/** @returns null if the XML is not of one identity provider, or has no URL for HTTP-Redirect or no certificate */
function readMetadata(xml: string): ProviderMetadata | null {
  const entities: string[] = []
  const certificates: string[] = []
  let ssoUrl = ''
  let isProvider = false
  let isForSigning = false
  let certificate = ''
  const onTag = (tag: Tag) => {
    if (tag.name === 'EntityDescriptor') entities.push(getAttribute(tag, 'entityID'))
    if (tag.name === 'IDPSSODescriptor') isProvider = true
    if (!isProvider) return
    if (tag.name === 'KeyDescriptor') isForSigning = getAttribute(tag, 'use') !== 'encryption'
    if (tag.name === 'SingleSignOnService' && getAttribute(tag, 'Binding') === REDIRECT_BINDING)
      ssoUrl ||= getAttribute(tag, 'Location')
  }
  const onText = (text: string, element: string) => {
    if (element === 'X509Certificate') certificate += text
  }
  const onEnd = (element: string) => {
    if (element === 'IDPSSODescriptor') isProvider = false
    if (element === 'X509Certificate') {
      if (isProvider && isForSigning) certificates.push(certificate)
      certificate = ''
    }
    if (element === 'KeyDescriptor') isForSigning = false
  }
  readXml(xml, { onTag, onText, onEnd })
  const [issuer] = entities
  if (entities.length !== 1 || !issuer || !ssoUrl || certificates.length === 0) return null
  return { issuer, sso_url: ssoUrl, certificates }
}
