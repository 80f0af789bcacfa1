import { verify, X509Certificate } from 'node:crypto'
import { endFault, markReported, reportFault } from '#lib/core/runtime/faults'
import { errorText } from '#lib/messages/errors'
import type { Signer } from '#lib/pades/cms/identity'
import { readCommonName } from '#lib/pades/cms/names'
import { getSignatureAlgorithm } from '#lib/pades/cms/signature-algorithm'
import { PadesError } from '#lib/pades/error'

/**
 * A signer whose key is elsewhere: each signature is checked against the certificate, and a failure is one of the key,
 * which is tried again, not of the file. The log has the reason.
 */
export function guardSigner(signer: Signer): Signer {
  const { certificate, chain } = signer
  const { publicKey } = new X509Certificate(certificate)
  const { hash } = getSignatureAlgorithm(certificate)
  return {
    certificate,
    chain,
    async sign(data) {
      try {
        const signature = await signer.sign(data)
        if (!verify(hash, data, publicKey, signature))
          throw new Error('The signature does not match the certificate: it belongs to another key.')
        endFault('signing_key_failed', readCommonName(certificate))
        return signature
      } catch (error) {
        throw toSigningError(error, readCommonName(certificate))
      }
    },
  }
}

/** The error for the sender, who sees the name of the key; the operator sees the reason in the log, and it is the `cause`. */
export function toSigningError(error: unknown, name: string): PadesError {
  if (error instanceof PadesError) return error
  reportFault('signing_key_failed', { subject: name, err: error })
  const failure = new PadesError('no_signing_key', errorText('failures.signingKeyUnavailable', { name }), {
    cause: error,
  })
  return markReported(failure, 'signing_key_failed')
}
