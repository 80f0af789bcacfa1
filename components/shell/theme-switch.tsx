'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'
import { useTranslations } from 'use-intl'
import { asTheme } from '#components/ui/preference-cookies.ts'
import { usePreferences } from '#components/ui/preferences.tsx'

const choices = [
  { value: 'light', Icon: Sun },
  { value: 'system', Icon: Monitor },
  { value: 'dark', Icon: Moon },
] as const

export function ThemeSwitch() {
  const t = useTranslations('common.colours')
  const { theme, setTheme } = usePreferences()
  return (
    <ToggleGroup.Root
      type="single"
      value={theme}
      onValueChange={(chosen) => chosen && setTheme(asTheme(chosen))}
      aria-label={t('label')}
      className="inline-flex rounded-full border border-rule p-0.5"
    >
      {choices.map(({ value, Icon }) => (
        <ToggleGroup.Item
          key={value}
          value={value}
          aria-label={t(value)}
          title={t(value)}
          className="flex size-7 items-center justify-center rounded-full text-ink-soft hover:text-ink data-[state=on]:bg-well data-[state=on]:text-ink"
        >
          <Icon className="size-4" aria-hidden="true" />
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
