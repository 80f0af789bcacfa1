import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import type { SignerLocale } from '#lib/core/locales'
import type { SigningRecord } from '#lib/signing/schema'
import { getEnding } from '../endings/endings.tsx'
import type { Signing } from '../shapes.ts'
import { readSigning } from './calls.ts'
import { isWithoutPictures } from './draft.ts'

const SEALING_REFETCH_SECONDS = 3
/** While the access code is locked, until the sender gives another one. */
const LOCKED_REFETCH_SECONDS = 10
/** While others have to sign, which takes people hours. */
const OTHERS_REFETCH_SECONDS = 20
/** The data loaded by the server is fresh for this time, so that hydration does not fetch it again. */
const STALE_AFTER_MILLISECONDS = 2000

/** A response, and by how many milliseconds the service's clock is ahead of the device's, now that it is read. */
function splitTime({ server_time, ...signing }: SigningRecord): { signing: Signing; clockOffset: number } {
  return { signing, clockOffset: Date.parse(server_time) - Date.now() }
}

/**
 * The state of a signing page, read again as others change it, and by how many milliseconds the service's clock is
 * ahead of the device's.
 * @param initialRecord what the server has loaded; null if the link does not open a document
 */
export function useSigningQuery(token: string, language: SignerLocale, initialRecord: SigningRecord | null) {
  const isKnown = initialRecord !== null
  const [initial] = useState(() => initialRecord && splitTime(initialRecord))
  const [clockOffset, setClockOffset] = useState(initial?.clockOffset ?? 0)
  const query = useQuery({
    queryKey: ['signing', token],
    queryFn: async ({ signal }) => {
      const read = splitTime(await readSigning(token, language, signal))
      setClockOffset(read.clockOffset)
      return read.signing
    },
    initialData: initial?.signing,
    // The first HTML has no pictures: they are loaded at once.
    ...(isWithoutPictures(initial?.signing.draft ?? null) && { initialDataUpdatedAt: 0 }),
    staleTime: STALE_AFTER_MILLISECONDS,
    enabled: isKnown,
    retry: (count, error) =>
      count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    // Another device may have filled in or signed meanwhile.
    refetchOnWindowFocus: (query) => query.state.data !== undefined,
    refetchInterval: ({ state: { data } }) => {
      const seconds = data ? getRefetchSeconds(data) : false
      return seconds && seconds * 1000
    },
  })
  const { refetch } = query
  const readLanguage = useRef(language)
  // In another language only the consent text differs: the state and the open files stay, also without a connection.
  useEffect(() => {
    if (readLanguage.current === language || !isKnown) return
    readLanguage.current = language
    void refetch()
  }, [language, isKnown, refetch])
  return { query, clockOffset }
}

/**
 * After signing, the page waits for the signature of a service and for the sealed file, and shows them, and with a
 * locked access code for another one; false when there is nothing to wait for.
 */
function getRefetchSeconds(signing: Signing): number | false {
  if (getEnding(signing) === null) return signing.otp.locked ? LOCKED_REFETCH_SECONDS : false
  if (signing.confirmation)
    return signing.confirmation.state === 'waiting' ? OTHERS_REFETCH_SECONDS : SEALING_REFETCH_SECONDS
  if (getEnding(signing) !== 'done' || signing.process.status === 'completed') return false
  return signing.process.sealing ? SEALING_REFETCH_SECONDS : OTHERS_REFETCH_SECONDS
}
