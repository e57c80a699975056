/** Three months of a manager's deals. */
import type { InputOf } from '@svc/operations/registry/define-operation';
import type { OperationTypes } from '@svc/operations/registry/registry';

type Payment = Pick<InputOf<OperationTypes['payments.create']>, 'direction' | 'status' | 'amount' | 'reference'>;

export interface DemoVideo {
  readonly url: string;
  readonly title: string;
  /** Days after posting, and views by then. */
  readonly viewLogs: readonly (readonly [days: number, views: number])[];
  /** File in `pictures` that proves the latest of them. */
  readonly proof?: string;
}

export interface DemoDeal {
  readonly name: string;
  readonly brand: string;
  readonly promoCode: string;
  readonly price: number;
  readonly viewsTarget: number;
  readonly platform: string;
  /** Name of one of the contacts. */
  readonly contact: string;
  /** Name of one of the influencers. */
  readonly influencer?: string;
  readonly tags: readonly string[];
  readonly status: 'active' | 'completed' | 'draft';
  /** Days after posting when views are checked; 1, 7 and 30 when unset. */
  readonly viewCheckDays?: readonly number[];
  /** Days since the videos were posted: with checks after 1, 7 and 30 days, some are due today. */
  readonly postedDaysAgo: number;
  readonly videos: readonly DemoVideo[];
  /** Payments with the days until each is due; negative when overdue. */
  readonly payments: readonly (Payment & { readonly dueInDays: number })[];
}

export const DEALS: readonly DemoDeal[] = [
  {
    name: 'Meal kits, Basil & Bone',
    brand: 'Basil & Bone',
    promoCode: 'BASIL30',
    price: 1_800,
    viewsTarget: 90_000,
    platform: 'YouTube',
    contact: 'Chiara Romano',
    influencer: 'Nora cooks',
    tags: ['food'],
    status: 'completed',
    postedDaysAgo: 92,
    videos: [
      {
        url: 'https://www.youtube.com/watch?v=Bb7basilkit',
        title: 'Five dinners from one box',
        viewLogs: [
          [1, 14_210],
          [7, 61_870],
          [30, 104_350],
        ],
        proof: 'basil-day-30.png',
      },
    ],
    payments: [
      { direction: 'incoming', status: 'paid', amount: 1_800, reference: 'INV-1041', dueInDays: -48 },
      { direction: 'outgoing', status: 'paid', amount: 1_260, reference: 'Nora cooks', dueInDays: -44 },
    ],
  },
  {
    name: 'Hiking poles, Fjell Running',
    brand: 'Fjell Running',
    promoCode: 'POLES10',
    price: 700,
    viewsTarget: 30_000,
    platform: 'Instagram',
    contact: 'Jonas Berg',
    influencer: 'Trail Tove',
    tags: ['sport'],
    status: 'completed',
    postedDaysAgo: 78,
    videos: [
      {
        url: 'https://www.instagram.com/reel/C7fjellPole/',
        title: 'Poles uphill, poles downhill',
        viewLogs: [
          [1, 9_480],
          [7, 27_940],
          [30, 33_105],
        ],
      },
    ],
    payments: [{ direction: 'incoming', status: 'paid', amount: 700, reference: 'INV-1043', dueInDays: -35 }],
  },
  {
    name: 'Autumn routes, Kiteline Airlines',
    brand: 'Kiteline Airlines',
    promoCode: 'KITE25',
    price: 6_500,
    viewsTarget: 600_000,
    platform: 'YouTube',
    contact: 'Samir Haddad',
    influencer: 'Far and Fast',
    tags: ['travel'],
    status: 'active',
    viewCheckDays: [1, 7, 30, 60],
    postedDaysAgo: 61,
    videos: [
      {
        url: 'https://www.youtube.com/watch?v=Kl9oslolisb',
        title: 'Oslo to Lisbon in one day',
        viewLogs: [
          [1, 38_120],
          [7, 171_400],
          [14, 243_900],
          [30, 318_650],
          [45, 347_210],
        ],
        proof: 'kiteline-day-45.png',
      },
      {
        url: 'https://www.tiktok.com/@farandfast/video/7398811223344556677',
        title: 'Window seat, 40 seconds',
        viewLogs: [
          [1, 61_300],
          [7, 118_750],
          [30, 142_080],
          [60, 146_930],
        ],
      },
    ],
    payments: [
      { direction: 'incoming', status: 'paid', amount: 3_250, reference: 'INV-1049, first half', dueInDays: -30 },
      { direction: 'incoming', status: 'invoiced', amount: 3_250, reference: 'INV-1056, second half', dueInDays: -3 },
      { direction: 'outgoing', status: 'expected', amount: 4_100, reference: 'Far and Fast', dueInDays: 9 },
    ],
  },
  {
    name: 'Budget app, Pennywise',
    brand: 'Pennywise',
    promoCode: 'PENNY5',
    price: 2_100,
    viewsTarget: 120_000,
    platform: 'YouTube',
    contact: 'Aisha Rahman',
    tags: ['finance'],
    status: 'active',
    viewCheckDays: [1, 7, 30, 60],
    postedDaysAgo: 45,
    videos: [
      {
        url: 'https://www.youtube.com/watch?v=Pw3pennywis',
        title: 'I tracked every coin for a month',
        viewLogs: [
          [1, 6_020],
          [7, 19_310],
          [30, 31_240],
        ],
      },
    ],
    payments: [{ direction: 'incoming', status: 'invoiced', amount: 2_100, reference: 'INV-1052', dueInDays: 5 }],
  },
  {
    name: 'Spring launch, Northwind Coffee',
    brand: 'Northwind Coffee',
    promoCode: 'SPRING20',
    price: 2_400,
    viewsTarget: 150_000,
    platform: 'YouTube',
    contact: 'Maya Lindqvist',
    tags: ['coffee', 'food'],
    status: 'active',
    postedDaysAgo: 31,
    videos: [
      {
        url: 'https://www.youtube.com/watch?v=Nw3coffee01',
        title: 'Three roasts, one morning',
        viewLogs: [
          [1, 18_240],
          [4, 71_050],
          [7, 96_410],
          [14, 118_930],
          [22, 127_400],
        ],
        proof: 'northwind-day-22.png',
      },
      {
        url: 'https://www.facebook.com/watch/?v=1018274650912345',
        title: 'Behind the roast',
        viewLogs: [
          [1, 2_310],
          [7, 8_940],
          [14, 11_275],
        ],
      },
    ],
    payments: [{ direction: 'incoming', status: 'invoiced', amount: 2_400, reference: 'INV-1055', dueInDays: 14 }],
  },
  {
    name: 'Headphones, Aural',
    brand: 'Aural',
    promoCode: 'AURAL15',
    price: 1_500,
    viewsTarget: 80_000,
    platform: 'TikTok',
    contact: 'Chiara Romano',
    influencer: 'Far and Fast',
    tags: ['tech'],
    status: 'active',
    postedDaysAgo: 14,
    videos: [
      {
        url: 'https://www.tiktok.com/@farandfast/video/7409988776655443322',
        title: 'Silence on a night train',
        viewLogs: [
          [1, 21_640],
          [7, 58_320],
        ],
      },
    ],
    payments: [{ direction: 'incoming', status: 'expected', amount: 1_500, reference: 'INV-1057', dueInDays: 30 }],
  },
  {
    name: 'Trail shoes, Fjell Running',
    brand: 'Fjell Running',
    promoCode: 'FJELL15',
    price: 900,
    viewsTarget: 40_000,
    platform: 'YouTube',
    contact: 'Jonas Berg',
    influencer: 'Trail Tove',
    tags: ['sport'],
    status: 'active',
    postedDaysAgo: 8,
    videos: [
      {
        url: 'https://www.youtube.com/watch?v=Fj4running8',
        title: 'Forty kilometers in new shoes',
        viewLogs: [[1, 12_093]],
      },
    ],
    payments: [],
  },
  {
    name: 'Studio lights, Lumen & Co',
    brand: 'Lumen & Co',
    promoCode: 'LUMEN10',
    price: 1_250,
    viewsTarget: 60_000,
    platform: 'Instagram',
    contact: 'Aisha Rahman',
    tags: ['tech'],
    status: 'active',
    postedDaysAgo: 1,
    videos: [{ url: 'https://www.instagram.com/reel/C9lumenStud/', title: 'One lamp, four moods', viewLogs: [] }],
    payments: [],
  },
  {
    name: 'Winter coats, Nordlys',
    brand: 'Nordlys',
    promoCode: 'NORD20',
    price: 3_000,
    viewsTarget: 200_000,
    platform: 'YouTube',
    contact: 'Samir Haddad',
    tags: ['fashion'],
    status: 'draft',
    postedDaysAgo: 0,
    videos: [],
    payments: [],
  },
];
