import { z } from 'zod'
import { now } from '#lib/core/clock'
import type { SamlProvider } from '../find-provider.ts'
import { callbackUrl } from '../links.ts'
import { SignInRefused } from '../sign-in-refused.ts'
import { findAttributes, readAttributes } from './attributes.ts'
import { CLOCK_SKEW_MS, makeClient } from './client.ts'

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const TRANSIENT_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** What providers never send: programs differ in how they read it. SHA-1 no longer proves anything. */
const HOSTILE = /<!DOCTYPE|<!ENTITY|<!--|xmldsig#(rsa-|dsa-|hmac-)?sha1/i

/** The checks of XML take time by the square of its elements; a response with 400 groups has about 430. */
const MAX_ELEMENTS = 500
const MAX_XML_BYTES = 100_000

/** An answer to a request, which `answerRequest` must take before anyone is signed in. */
export interface SamlAnswer {
  requestId: string
  assertionId: string
  /** In the form of those of OpenID Connect; `session_ends_at`: when the session must end (SAML 2.0 Profiles, 4.1.4.3). */
  claims: Record<string, unknown>
}

const Attributes = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ $: z.object(shape) })
const Text = z.object({ _: z.string() })
const Instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)))

/** The parts of a signed assertion that the profile relies on (SAML 2.0 Profiles, 4.1.4.2). */
const Assertion = z.object({
  $: z.object({ ID: z.string().min(1).max(256) }),
  Issuer: z.tuple([Text]),
  Subject: z.tuple([
    z.object({
      NameID: z.tuple([Text.extend({ $: z.object({ Format: z.string().optional() }).optional() })]),
      SubjectConfirmation: z
        .array(
          Attributes({ Method: z.string() }).extend({
            SubjectConfirmationData: z
              .tuple([
                Attributes({
                  InResponseTo: z.string().optional(),
                  Recipient: z.string().optional(),
                  NotOnOrAfter: z.string().optional(),
                }),
              ])
              .optional(),
          }),
        )
        .min(1),
    }),
  ]),
  AuthnStatement: z
    .array(
      Attributes({ AuthnInstant: z.string(), SessionNotOnOrAfter: Instant.optional() }).extend({
        AuthnContext: z.array(z.object({ AuthnContextClassRef: z.array(Text).optional() })),
      }),
    )
    .min(1),
})

/**
 * Validates a response that a browser has posted: signature of the assertion, audience, times and request by node-saml,
 * issuer and recipient here.
 * @throws SignInRefused `response_too_large` before anything is validated
 */
export async function readResponse(provider: SamlProvider, samlResponse: string): Promise<SamlAnswer> {
  const xml = Buffer.from(samlResponse, 'base64').toString('utf8')
  if (HOSTILE.test(xml)) throw new Error('the response has a document type, a comment or SHA-1')
  if (xml.length > MAX_XML_BYTES || (xml.match(/<[^/]/g) ?? []).length > MAX_ELEMENTS)
    throw new SignInRefused('response_too_large')
  const client = makeClient(provider)
  const { profile } = await client.validatePostResponseAsync({ SAMLResponse: samlResponse })
  const document = z.object({ Assertion }).parse(profile?.getAssertion?.())
  const assertion = document.Assertion
  if (assertion.Issuer[0]._ !== provider.issuer) throw new Error('the assertion is of another provider')
  const [subject] = assertion.Subject
  const requestId = profile?.inResponseTo
  const isConfirmed = subject.SubjectConfirmation.some(({ $, SubjectConfirmationData: data }) => {
    const { InResponseTo, Recipient, NotOnOrAfter = '' } = data?.[0].$ ?? {}
    return (
      $.Method === BEARER &&
      InResponseTo === requestId &&
      Recipient === callbackUrl(provider.id) &&
      Date.parse(NotOnOrAfter) + CLOCK_SKEW_MS > now().getTime()
    )
  })
  if (typeof requestId !== 'string' || !isConfirmed)
    throw new Error('the assertion is not for this request and this service')
  const [nameId] = subject.NameID
  const format = nameId.$?.Format
  const attributes = findAttributes(readAttributes(profile?.attributes), provider)
  const instants = assertion.AuthnStatement.map(({ $ }) => Date.parse($.AuthnInstant))
  const ends = assertion.AuthnStatement.flatMap(({ $ }) => $.SessionNotOnOrAfter ?? []).map(Date.parse)
  const contexts = assertion.AuthnStatement.flatMap(({ AuthnContext }) => AuthnContext)
  const [acr] = contexts.flatMap(({ AuthnContextClassRef = [] }) => AuthnContextClassRef)
  return {
    requestId,
    assertionId: assertion.$.ID,
    claims: {
      // A transient one is another at each sign-in.
      ...(format !== TRANSIENT_FORMAT && { sub: nameId._ }),
      email: attributes.email ?? (format === EMAIL_FORMAT ? nameId._ : undefined),
      // The provider is the tenant's, and vouches for its domains.
      email_verified: true,
      name: attributes.name,
      auth_time: Math.min(...instants) / 1000,
      ...(ends.length > 0 && { session_ends_at: Math.min(...ends) / 1000 }),
      acr: acr?._,
      amr: attributes.hasSecondFactor ? ['mfa'] : [],
    },
  }
}
