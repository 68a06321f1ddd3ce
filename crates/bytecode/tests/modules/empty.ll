; Nothing but a comment.
