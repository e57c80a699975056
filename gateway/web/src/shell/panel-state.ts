import { createShownState } from './shown-state.js';

/** Opens the copilot beside the page, or closes it; says whether it is open. */
export const { show: showPanel, useIsShown: useIsPanelOpen } = createShownState();
