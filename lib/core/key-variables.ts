import { z } from 'zod'

/** A private key in a token of an HSM (PKCS#11 2.40). */
export interface Pkcs11Key {
  /** The path of the HSM's library. */
  module: string
  /** The token's label. */
  token: string
  /** The key's label. */
  object: string
  /** The key's id, hexadecimal: it chooses among several keys with the label. */
  id?: string
  pin: string
}

/** A key that the operator brings, by where it is. */
export type KeySource =
  | { type: 'pkcs12'; path: string; password: string }
  | ({ type: 'pkcs11'; certificates: string } & Pkcs11Key)
  | { type: 'kms'; arn: string; region: string; certificates: string }

/** What keys of the operator are for: to seal, or to issue the certificates of signers. */
export type KeyUse = 'seal' | 'authority'

/** The keys that the operator brings; null for those of the installation itself. */
export interface KeySources extends Record<KeyUse, KeySource | null> {
  /** It issued certificates before `authority`: revocation lists are still made with it. */
  earlierAuthority?: KeySource | null
}

const optional = z.string().optional()
export const keyVariables = {
  SEAL_KEY: optional,
  SEAL_KEY_PASSWORD: z.string().default(''),
  SEAL_CERTIFICATE: optional,
  AUTHORITY_KEY: optional,
  AUTHORITY_KEY_PASSWORD: z.string().default(''),
  AUTHORITY_CERTIFICATE: optional,
  EARLIER_AUTHORITY_KEY: optional,
  EARLIER_AUTHORITY_KEY_PASSWORD: z.string().default(''),
  EARLIER_AUTHORITY_CERTIFICATE: optional,
  TRUSTED_ROOTS: optional,
  TRUSTED_LISTS: optional,
}

type KeyVariables = z.output<z.ZodObject<typeof keyVariables>>

/** The files and folders that these variables name. */
export function listNamedFiles(
  source: Record<string, string | undefined>,
): { variable: string; path: string }[] {
  return Object.keys(keyVariables)
    .filter((variable) => !variable.endsWith('_PASSWORD'))
    .map((variable) => ({ variable, path: source[variable]?.trim() ?? '' }))
    .filter(({ path }) => path !== '' && !isPkcs11Uri(path) && !kmsArn.test(path))
}

/** AWS: `arn:aws:kms:eu-central-1:111122223333:key/…` or an alias; other partitions have other names for `aws`. */
const kmsArn = /^arn:aws[\w-]*:kms:([\w-]+):\d{12}:(key|alias)\/.+$/

/** @throws Error with a sentence for the operator */
export function toKeySources(v: KeyVariables): KeySources {
  return {
    seal: toKeySource('SEAL', v.SEAL_KEY, v.SEAL_KEY_PASSWORD, v.SEAL_CERTIFICATE),
    authority: toKeySource('AUTHORITY', v.AUTHORITY_KEY, v.AUTHORITY_KEY_PASSWORD, v.AUTHORITY_CERTIFICATE),
    earlierAuthority: toKeySource(
      'EARLIER_AUTHORITY',
      v.EARLIER_AUTHORITY_KEY,
      v.EARLIER_AUTHORITY_KEY_PASSWORD,
      v.EARLIER_AUTHORITY_CERTIFICATE,
    ),
  }
}

function toKeySource(
  name: 'SEAL' | 'AUTHORITY' | 'EARLIER_AUTHORITY',
  key: string | undefined,
  password: string,
  certificates: string | undefined,
): KeySource | null {
  if (key === undefined) {
    if (password === '' && certificates === undefined) return null
    throw new Error(`${name}_KEY is missing: ${name}_KEY_PASSWORD and ${name}_CERTIFICATE belong to it.`)
  }
  const isPkcs11 = isPkcs11Uri(key)
  const region = kmsArn.exec(key)?.[1]
  if (!isPkcs11 && !region) {
    if (certificates !== undefined)
      throw new Error(
        `${name}_CERTIFICATE must be absent: the PKCS#12 file of ${name}_KEY has the certificates.`,
      )
    return { type: 'pkcs12', path: key, password }
  }
  if (certificates === undefined)
    throw new Error(
      `${name}_CERTIFICATE is missing: the PEM file with the certificate of ${name}_KEY and its issuers.`,
    )
  if (region) return { type: 'kms', arn: key, region, certificates }
  const { module, token, object, id } = parsePkcs11Uri(key)
  if (!module || !token || !object)
    throw new Error(
      `${name}_KEY must name token, object and module-path, as in pkcs11:token=paraph;object=seal?module-path=/usr/lib/softhsm/libsofthsm2.so.`,
    )
  return { type: 'pkcs11', module, token, object, ...(id && { id }), pin: password, certificates }
}

function isPkcs11Uri(key: string): boolean {
  return key.startsWith('pkcs11:')
}

/** The attributes of a PKCS#11 URI (RFC 7512) that are used here; one with wrong percent-encoding is left out. */
function parsePkcs11Uri(uri: string): Partial<Pkcs11Key> {
  const [path = '', query = ''] = uri.slice('pkcs11:'.length).split('?')
  const attributes = new Map(
    [...path.split(';'), ...query.split('&')].map((attribute) => {
      const [type = '', ...value] = attribute.split('=')
      return [type, value.join('=')]
    }),
  )
  return {
    module: decode(attributes.get('module-path')),
    token: decode(attributes.get('token')),
    object: decode(attributes.get('object')),
    id: decodeBytes(attributes.get('id')),
  }
}

/** An id has any bytes (RFC 7512, 2.3). @returns hexadecimal */
function decodeBytes(text = ''): string {
  const binary = text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(binary, 'latin1').toString('hex')
}

function decode(text = ''): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
