import { createHash } from 'node:crypto'
import { getSignatureAlgorithm } from '#lib/pades/cms/signature-algorithm'

/** A key of AWS KMS. */
interface KmsKey {
  arn: string
  region: string
}

/** Until the head of the response: without `throwOnRequestTimeout` the client only warns, and waits on. */
const TIMEOUTS = { connectionTimeout: 5000, requestTimeout: 10_000, throwOnRequestTimeout: true }
/** For all tries of the client, up to the last byte of the response. */
const TOTAL_MILLISECONDS = 35_000

/**
 * Signs with a key of AWS KMS. Credentials and endpoint come from the environment, as for every client of AWS
 * (`AWS_ACCESS_KEY_ID`, a role of the machine, `AWS_ENDPOINT_URL_KMS`).
 * @throws the errors of the client
 */
export async function signWithKms(
  { arn, region }: KmsKey,
  certificate: Uint8Array,
  data: Uint8Array,
): Promise<Uint8Array> {
  // Loaded on first use: few installations have a KMS.
  const { KMSClient, SignCommand } = await import('@aws-sdk/client-kms')
  const { hash, isRsa } = getSignatureAlgorithm(certificate)
  const client = new KMSClient({ region, requestHandler: TIMEOUTS })
  try {
    const { Signature } = await client.send(
      new SignCommand({
        KeyId: arn,
        Message: createHash(hash).update(data).digest(),
        MessageType: 'DIGEST',
        SigningAlgorithm: isRsa
          ? 'RSASSA_PKCS1_V1_5_SHA_256'
          : hash === 'sha384'
            ? 'ECDSA_SHA_384'
            : 'ECDSA_SHA_256',
      }),
      { abortSignal: AbortSignal.timeout(TOTAL_MILLISECONDS) },
    )
    if (!Signature) throw new Error('The KMS returned no signature.')
    return Signature
  } finally {
    client.destroy()
  }
}
