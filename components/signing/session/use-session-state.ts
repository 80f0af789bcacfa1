import { useEffect, useMemo, useState } from 'react'
import { usePreferences } from '#components/ui/preferences.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { SigningTexts } from '#lib/messages/signing'
import type { Signing, SigningField, SubmittedMark } from '../shapes.ts'
import { checkSteps } from './check.ts'
import type { SigningSession } from './context.ts'
import {
  findNextStep,
  listSteps,
  readAgain,
  withAutomaticDates,
  withEntry,
  withLogic,
  withoutTyped,
  withPageLanguage,
} from './steps.ts'
import { useDraft } from './use-draft.ts'
import { useToday } from './use-today.ts'

/** After this time the dialog has closed and does not take the focus back. */
const DIALOG_CLOSES_MILLISECONDS = 250

type DialogName = 'signature' | 'initials' | 'finish'

interface SigningSessionProps {
  token: string
  signing: Signing
  /** How many milliseconds the service's clock is ahead of the device's. */
  clockOffset: number
  t: SigningTexts
  /** The page shows an earlier state: reloads it. */
  onOutdated: () => void
}

/** The state of the signing page. */
export function useSigningSessionState({
  token,
  signing: stored,
  clockOffset,
  t,
  onOutdated,
}: SigningSessionProps) {
  const isHydrated = useHydrated()
  const loaded = useMemo(
    () => withPageLanguage(stored, t.locale, isHydrated ? navigator.languages : []),
    [stored, t.locale, isHydrated],
  )
  const { changeInput, forgetInput, ...draft } = useDraft(token, loaded, onOutdated)
  const { input } = draft
  useEffect(() => changeInput((inputBefore) => readAgain(inputBefore, loaded)), [changeInput, loaded])
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [current, setCurrent] = useState<number | null>(null)
  const [visited, setVisited] = useState<ReadonlySet<number>>(new Set())
  const [changing, setChanging] = useState<ReadonlySet<number>>(new Set())
  const [rejected, setRejected] = useState<ReadonlyMap<number, string>>(new Map())
  // In the browser's time zone from the first effect on: the HTML of the server must be the same before.
  const { timeZone } = usePreferences()
  const today = useToday(timeZone, clockOffset)
  const withDates = useMemo(() => withAutomaticDates(loaded, today), [loaded, today])
  const signing = useMemo(() => withLogic(withDates, input, today), [withDates, input, today])

  const steps = useMemo(() => (signing.signer.role === 'viewer' ? [] : listSteps(signing)), [signing])
  const { filled, open, errors } = useMemo(
    () => checkSteps(steps, { rejected, changing, visited }, input, signing, today, t),
    [steps, input, signing, today, t, visited, rejected, changing],
  )

  function goTo(field: SigningField) {
    setCurrent(field.id)
    const zone = document.getElementById(`zone-${field.id}`)
    const control =
      zone?.querySelector<HTMLElement>('input:checked') ??
      zone?.querySelector<HTMLElement>('input, textarea, select, button')
    const reducesMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    control?.focus({ preventScroll: true })
    control?.scrollIntoView({
      block: 'center',
      inline: 'nearest',
      behavior: reducesMotion ? 'auto' : 'smooth',
    })
  }

  function clearRejection({ id }: SigningField) {
    if (rejected.has(id)) setRejected(new Map([...rejected].filter(([other]) => other !== id)))
  }

  const session: SigningSession = {
    token,
    signing,
    t,
    senderName: signing.process.sender.name,
    input,
    draft,
    today,
    steps,
    filled,
    open,
    changing,
    current,
    errors,
    setValue: (field, value) => {
      clearRejection(field)
      changeInput((inputBefore) => withEntry(inputBefore, field, value, signing))
    },
    setChanging: ({ id }, isChanging) =>
      setChanging(
        (before) => new Set([...before].filter((other) => other !== id).concat(isChanging ? id : [])),
      ),
    enter: (field) => setCurrent(field.id),
    leave: (field) => {
      changeInput((inputBefore) => withoutTyped(inputBefore, field))
      // The file that is there by now has been seen.
      if (field.type === 'attachment') clearRejection(field)
      setVisited((before) => (before.has(field.id) ? before : new Set(before).add(field.id)))
    },
    goTo,
    goNext: () => {
      const next = findNextStep(steps, open, current)
      if (next) goTo(next)
    },
    openAdoptDialog: setDialog,
  }
  const setMark = (kind: 'signature' | 'initials', mark: SubmittedMark) =>
    changeInput((inputBefore) => ({ ...inputBefore, [kind]: mark }))
  /** The service rejected some values: goes back to the first of their fields. */
  function sendBack(messages: ReadonlyMap<number, string>) {
    setRejected(messages)
    setVisited((before) => new Set([...before, ...messages.keys()]))
    setDialog(null)
    const first = steps.find((field) => messages.has(field.id))
    if (first) setTimeout(() => goTo(first), DIALOG_CLOSES_MILLISECONDS)
  }
  return { session, dialog, setDialog, setMark, forgetInput, sendBack }
}
