import { useEffect, useLayoutEffect, useState } from 'react'
import { jsonStorage } from '#components/shell/input/owned-storage.ts'
import type { Signing } from '../shapes.ts'
import { saveDraft } from './calls.ts'
import { type DraftState, type KeptInput, makeDraftSaver } from './draft-saver.ts'
import { emptyInput, type SignerInput } from './steps.ts'

/** Of this tab; if it is full or forbidden, the input lives as long as the page. */
const storage = jsonStorage('sessionStorage', 'paraph.signing.')

/** Of this tab and its copies, so that other tabs do not overwrite its input in silence; a random id for each signer. */
const devices = jsonStorage('sessionStorage', 'paraph.signing-device.')

/** The id by which this tab knows its own drafts; where storage is blocked, another one for each page. */
export function readDevice(signerId: number): string {
  const known = devices.read(signerId)
  if (typeof known === 'string') return known
  const device = crypto.getRandomValues(new Uint32Array(4)).join('-')
  devices.keep(signerId, device)
  return device
}

/** After this time without input, the signer may come back from another device. */
const AWAY_MILLISECONDS = 5000

type Signer = Pick<Signing['signer'], 'id' | 'name' | 'email'>

const isEmpty = ({ values, typed, signature, initials }: SignerInput) =>
  Object.keys({ ...values, ...typed }).length === 0 && signature === null && initials === null

/**
 * Reads the input that this tab has kept of the same person, by the address as the service; without a signature under
 * another name. Null for none, such as invalid data.
 */
export function readKeptInput({ id, name, email }: Signer): KeptInput | null {
  const kept = storage.read(id) as Partial<KeptInput & Signer> | null
  const input = kept?.input
  if (!kept || typeof input?.values !== 'object' || input.values === null) return null
  // An earlier version of the page kept no address.
  const isSamePerson = kept.email ? kept.email.toLowerCase() === email.toLowerCase() : kept.name === name
  if (!isSamePerson) return null
  const marks = kept.name !== name && { signature: null, initials: null }
  const restored = {
    input: { ...emptyInput, ...input, ...marks },
    saved: kept.saved === null ? null : { ...emptyInput, ...kept.saved, ...marks },
    savedAt: kept.savedAt ?? null,
  }
  return restored.saved === null && isEmpty(restored.input) ? null : restored
}

export function keepInput({ id, name, email }: Signer, kept: KeptInput): void {
  storage.keep(id, { ...kept, name, email })
}

/**
 * The signer's input: kept in this tab, saved as a draft that another device goes on with.
 * @param onOutdated the service refused the draft, because it was signed meanwhile or the process has ended
 */
export function useDraft(token: string, signing: Signing, onOutdated: () => void) {
  const { id: signerId, name, email } = signing.signer
  const [draft, setDraft] = useState<DraftState>({ input: emptyInput, status: 'empty', notice: null })
  const [device] = useState(() => readDevice(signerId))
  const [saver] = useState(() =>
    makeDraftSaver({
      save: (body, isLeaving) => saveDraft(token, { ...body, device }, isLeaving),
      isThisDevice: (other) => other === device,
      keep: (kept) => keepInput({ id: signerId, name, email }, kept),
      onState: setDraft,
      onOutdated,
    }),
  )
  // The browser's storage is not available on the server. Before the code is confirmed, the draft is not known yet.
  const isVerified = !signing.otp.required || signing.otp.verified
  useLayoutEffect(() => {
    if (isVerified) saver.load(signing, readKeptInput({ id: signerId, name, email }))
  }, [saver, signing, signerId, name, email, isVerified])

  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && void saver.flush(true)
    const onLeave = () => void saver.flush(true)
    const onOnline = () => void saver.flush(false)
    let lastActiveAt = Date.now()
    const onActive = () => {
      if (Date.now() - lastActiveAt > AWAY_MILLISECONDS) saver.refresh()
      lastActiveAt = Date.now()
    }
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', onLeave)
    window.addEventListener('online', onOnline)
    window.addEventListener('pointerdown', onActive)
    window.addEventListener('keydown', onActive)
    return () => {
      saver.stop()
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', onLeave)
      window.removeEventListener('online', onOnline)
      window.removeEventListener('pointerdown', onActive)
      window.removeEventListener('keydown', onActive)
    }
  }, [saver])

  const forgetInput = () => {
    saver.close()
    storage.forget(signerId)
    devices.forget(signerId)
  }
  return { ...draft, changeInput: saver.change, closeNotice: saver.closeNotice, forgetInput }
}
