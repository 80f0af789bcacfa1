import { usePreferences } from '#components/ui/preferences.tsx'
import { formatSizeIn } from '#lib/core/text/format-size'

export function useFileSize(): (bytes: number) => string {
  const { locale } = usePreferences()
  return (bytes) => formatSizeIn(locale, bytes)
}
