import { useIsInMaintenance } from '../api/maintenance.js';

/** Covers everything during maintenance. Typed text stays below, and continues afterwards. */
export function MaintenancePage() {
  const isInMaintenance = useIsInMaintenance();
  if (!isInMaintenance) return null;
  return (
    <div
      role="alertdialog"
      aria-modal
      aria-labelledby="maintenance-title"
      className="fixed inset-0 z-50 flex flex-col items-center justify-center gap-3 bg-canvas px-6 text-center"
    >
      <h2 id="maintenance-title" className="text-2xl font-semibold">
        Closed for maintenance
      </h2>
      <p className="max-w-md text-soft">
        We'll be back in a few minutes. This page continues by itself, and nothing you typed is lost.
      </p>
    </div>
  );
}
