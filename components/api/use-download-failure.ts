import { useToast } from '#components/ui/lazy/toast.tsx'
import { useErrorText } from './error-text.ts'

/** Shows the error of a failed download of the dashboard as a toast. */
export function useDownloadFailure(): (error: unknown) => void {
  const errorText = useErrorText()
  const showToast = useToast()
  return (error) => {
    if (error) showToast(errorText(error), 'danger')
  }
}
