// The page behind every address that leads nowhere.
import { Link } from '@tanstack/react-router'
import { DoorSign } from '../ui/drawings.tsx'
import { useTitle } from './title.ts'

export function NotFound() {
  useTitle(null)
  return (
    <div className="max-w-[560px]">
      <DoorSign />
      <h1 className="mt-6 text-page font-semibold">404</h1>
      <p className="mb-4 text-panel">Oops! Page not found</p>
      <Link to="/" className="text-link">
        Return to Home
      </Link>
    </div>
  )
}
