'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'
import { asTheme } from '#components/ui/preference-cookies.ts'
import { usePreferences } from '#components/ui/preferences.tsx'

const choices = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'system', label: 'Match device', Icon: Monitor },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const

export function ThemeSwitch() {
  const { theme, setTheme } = usePreferences()
  return (
    <ToggleGroup.Root
      type="single"
      value={theme}
      onValueChange={(chosen) => chosen && setTheme(asTheme(chosen))}
      aria-label="Colours"
      className="inline-flex rounded-full border border-rule p-0.5"
    >
      {choices.map(({ value, label, Icon }) => (
        <ToggleGroup.Item
          key={value}
          value={value}
          aria-label={label}
          title={label}
          className="flex size-7 items-center justify-center rounded-full text-ink-soft hover:text-ink data-[state=on]:bg-well data-[state=on]:text-ink"
        >
          <Icon className="size-4" aria-hidden="true" />
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
