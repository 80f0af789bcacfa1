import { NotThere } from '#components/shell/not-there'

export default function NotFound() {
  return <NotThere />
}
