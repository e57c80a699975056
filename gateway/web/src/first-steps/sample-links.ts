/** Sample links for an import, of deals that are easy to distinguish from real ones. */
export const SAMPLE_LINKS = `Sample: Northwind Coffee
CODE: SAMPLE20
https://www.youtube.com/watch?v=Nw3sample01
https://www.tiktok.com/@northwindcoffee/video/7412345678901234567

Sample: Fjell Running
CODE: SAMPLE15
https://www.instagram.com/reel/C9sampleRun/
`;

/** Days since their posting, so that the first two checks are due. */
export const SAMPLE_DAYS_AGO = 8;
