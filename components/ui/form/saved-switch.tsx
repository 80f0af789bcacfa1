'use client'

import { type ReactNode, useState } from 'react'
import { Switch } from '#components/ui/form/choice.tsx'

interface SavedSwitchProps {
  label: ReactNode
  hint?: ReactNode
  isOn: boolean
  save: (isOn: boolean) => Promise<unknown>
  disabled?: boolean
}

/**
 * A switch whose choice is saved at once. It shows the choice while it is saved, from the click on: the state of a
 * mutation comes in a later task, until when the switch would turn back.
 */
export function SavedSwitch({ isOn, save, disabled = false, ...texts }: SavedSwitchProps) {
  const [choice, setChoice] = useState<boolean | null>(null)
  return (
    <Switch
      {...texts}
      checked={choice ?? isOn}
      disabled={disabled || choice !== null}
      onChange={(isChecked) => {
        setChoice(isChecked)
        const showSaved = () => setChoice(null)
        save(isChecked).then(showSaved, showSaved)
      }}
    />
  )
}
