'use client'

import { ArrowDownToLine } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { DownloadLink } from '#components/api/download-link.tsx'
import { Button } from '#components/ui/button.tsx'
import type { SigningTexts } from '#lib/messages/signing'
import { Otp } from '../code/otp.tsx'
import { formatError } from '../notice.tsx'
import { downloadPath } from '../session/calls.ts'
import type { Signing } from '../shapes.ts'

export interface DownloadProps {
  token: string
  signing: Signing
  t: SigningTexts
  /** Loads the state again. */
  onChanged: () => Promise<unknown>
}

/** The signed documents that can be downloaded: those that were not deleted from the vault. */
export function listKept({ documents }: Pick<Signing, 'documents'>): Signing['documents'] {
  return documents.filter(({ deleted_at }) => !deleted_at)
}

/** Downloads the signed documents, in a browser in which the signer has confirmed who they are. */
export function Download({ token, signing, t, onChanged }: DownloadProps) {
  const [error, setError] = useState<unknown>(null)
  if (signing.otp.required && !signing.otp.verified)
    return (
      <div className="mt-8 first:mt-0">
        <Otp token={token} signing={signing} t={t} />
      </div>
    )
  const [first, ...others] = listKept(signing)
  const onFailure = (failure: unknown) => {
    // The code counts for some hours only: it is asked for again.
    if (failure instanceof ApiError && failure.reason === 'otp_required') void onChanged()
    else setError(failure)
  }
  return (
    <>
      <Button asChild variant="primary" size="lg" className="mt-8 w-full first:mt-0 sm:w-auto">
        <DownloadLink
          href={downloadPath(token, others.length > 0 ? undefined : first?.id)}
          icon={<ArrowDownToLine className="size-4" aria-hidden="true" />}
          onFailure={onFailure}
        >
          {others.length > 0 ? t.downloadAll : t.download}
        </DownloadLink>
      </Button>
      <p role="alert" className="mt-3 text-danger empty:hidden">
        {error ? formatError(error, t) : null}
      </p>
    </>
  )
}
