"""What each row launches; one file a family, Triton programs apart."""
