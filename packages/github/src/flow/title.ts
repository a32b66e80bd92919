// The title of a run, by which the hosted half knows its pull request: `run-name` of the workflow makes it of the event, and no word of
// an author is in it. For a run of `pull_request_target` GitHub names the default branch's commit as its head, and no pull request.

/** `bench #12 at <forty digits>`. */
export const titleForm = /^bench #([1-9]\d{0,9}) at ([0-9a-f]{40})$/;
