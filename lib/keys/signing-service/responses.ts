import { z } from 'zod'

/** An authentication object of a credential (8.3.1): what the signer enters, or does on another device. */
const AuthObject = z.object({
  type: z.string(),
  id: z.string(),
  format: z.string().optional(),
  label: z.string().optional(),
  description: z.string().optional(),
})

/** Responses of the service, as far as they are used (11.1, 11.4 to 11.8 and 11.10). */
export const methodShapes = {
  info: z.object({
    specs: z.string(),
    name: z.string(),
    oauth2: z.url().optional(),
    oauth2Issuer: z.url().optional(),
    methods: z.array(z.string()),
  }),
  'credentials/list': z.object({ credentialIDs: z.array(z.string()) }),
  'credentials/info': z.object({
    key: z.object({ status: z.string(), algo: z.array(z.string()) }),
    cert: z.object({ status: z.string().optional(), certificates: z.array(z.string()).default([]) }),
    auth: z.object({
      mode: z.string(),
      expression: z.string().optional(),
      objects: z.array(AuthObject).optional(),
    }),
    multisign: z.number().int().min(1).default(1),
    signatureQualifier: z.string().optional(),
  }),
  'credentials/getChallenge': z.object({ challenge: z.string().optional() }),
  'credentials/sendOTP': z.object({}),
  /** `handle`: the authorization is still under way. */
  'credentials/authorize': z.object({ SAD: z.string().optional(), handle: z.string().optional() }),
  'credentials/authorizeCheck': z.object({ SAD: z.string().optional(), handle: z.string().optional() }),
  'signatures/signHash': z.object({ signatures: z.array(z.string()) }),
}
export type MethodShapes = typeof methodShapes
export type CredentialInfo = z.output<MethodShapes['credentials/info']>

export const TokenShape = z.object({ access_token: z.string() })

/** Metadata of an authorization server (RFC 8414, 2). */
export const ServerMetadata = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url() })

/** An error of any method (10.2). */
export const ErrorBody = z.object({ error: z.string(), error_description: z.string().optional() })
